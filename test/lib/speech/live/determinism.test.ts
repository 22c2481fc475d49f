import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveDecision, LiveOptions } from '#lib/speech/live/live-transcriber.ts';
import { livePrerollMs, openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import type { StreamFormat } from '#lib/speech/live/live-input.ts';
import { openInput } from '#lib/speech/live/open-input.ts';
import type { WebmProgress } from '#lib/speech/live/webm-progress.ts';
import { namingModels, type Sound, soundBytes, soundKinds } from '../../../support/loud-voices.ts';
import { noisePackets, webmOf } from '../../../support/webm.ts';
import { plainLiveOptions } from '../../../support/plain-live-options.ts';

type Session = {
  readonly bytes: Buffer;
  readonly audioMs: number;
  readonly format: StreamFormat;
  readonly silenceMs: number | null;
  /** The byte offsets at which the customer asked for a final. */
  readonly finalizedAt: readonly number[];
};
/** The course of a session: the lengths of the arriving pieces, and the pieces after which the process dies. */
type Run = { readonly pieces: readonly number[]; readonly deaths: ReadonlySet<number> };

const undisturbed: Run = { pieces: [6_400], deaths: new Set() };
const options: LiveOptions = { ...plainLiveOptions, words: true };

/** The decisions of a session. After a death, another process continues after the last decision. */
const decisionsOf = async (session: Session, { pieces, deaths }: Run): Promise<LiveDecision[]> => {
  const { bytes, format, silenceMs } = session;
  const marks = session.finalizedAt.map((mark) => scaled(format, mark));
  const decisions: LiveDecision[] = [];
  let progress: WebmProgress | null = null;
  const open = () => {
    const committedMs = decisions.at(-1)?.throughMs ?? 0;
    const languageBefore = decisions.flatMap(({ segments }) => segments).at(-1)?.language ?? null;
    const input = openInput(format, { startMs: startOf(committedMs), endMs: 3_600_000 }, progress);
    const transcriber = openTranscriber({
      ...namingModels(),
      options: { ...options, silenceMs },
      committedMs,
      languageBefore,
    });
    return { transcriber, input, at: input.startByte };
  };
  const decide = (decided: readonly LiveDecision[]): void => {
    for (const decision of decided) {
      decisions.push(decision);
      progress = process.input.progressAt(decision.throughMs, startOf(decision.throughMs));
    }
  };
  let process = open();
  for (let piece = 0; process.at < bytes.length; piece += 1) {
    const { transcriber, input, at } = process;
    const mark = marks.find((one) => one > at) ?? bytes.length;
    const to = Math.min(mark, bytes.length, at + scaled(format, pieces[piece % pieces.length] ?? 1));
    decide(await transcriber.hear(await input.decode(bytes.subarray(at, to))));
    while (input.hasMore) decide(await transcriber.hear(await input.decode(Buffer.alloc(0))));
    process.at = to;
    if (marks.includes(to)) decide(await transcriber.flush('finalize'));
    if (deaths.has(piece)) process = open();
  }
  decide(await process.transcriber.hear(process.input.end()));
  decide(await process.transcriber.flush('finish'));
  return decisions;
};

const startOf = (decidedMs: number): number => Math.max(0, decidedMs - livePrerollMs);

const anySounds: fc.Arbitrary<Sound[]> = fc.array(
  fc.record({
    ms: fc.integer({ min: 20, max: 4_000 }),
    kind: fc.constantFrom(...soundKinds),
  }),
  { minLength: 1, maxLength: 5 },
);
const pcm = (sounds: readonly Sound[], sampleRateHz: number, channels: 1 | 2) => ({
  bytes: soundBytes(sounds, { sampleRateHz, channels }),
  audioMs: sounds.reduce((sum, { ms }) => sum + ms, 0),
  format: { format: 'pcm_s16le', sampleRateHz, channels } as const,
});
/** A WebM stream in which every voice is Opus noise. */
const webm = (sounds: readonly Sound[], channels: 1 | 2) => {
  const spans = sounds.map(({ ms, kind }) => ({ ms, isLoud: kind !== 'silence' }));
  const packets = noisePackets(spans, { channels });
  return {
    bytes: webmOf(packets, channels),
    audioMs: packets.length * 20,
    format: { format: 'webm_opus' } as const,
  };
};
/** The offset in the format's bytes: WebM takes a tenth of the bytes of PCM. */
const scaled = (format: Session['format'], bytes: number): number =>
  format.format === 'webm_opus' ? Math.ceil(bytes / 10) : bytes;

const sessionsOf = (isWebm: boolean): fc.Arbitrary<Session> =>
  fc
    .record({
      sounds: anySounds,
      sampleRateHz: fc.constantFrom(8_000, 16_000, 24_000, 32_000, 44_100, 48_000),
      channels: fc.constantFrom(1 as const, 2 as const),
      silenceMs: fc.constantFrom(200, 500, 900, 3_000, null),
      finalizedAt: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 3 }),
    })
    .map(({ sounds, sampleRateHz, channels, silenceMs, finalizedAt }) => ({
      ...(isWebm ? webm(sounds, channels) : pcm(sounds, sampleRateHz, channels)),
      silenceMs,
      finalizedAt: finalizedAt.toSorted((a, b) => a - b),
    }));
const runs: fc.Arbitrary<Run> = fc.record({
  pieces: fc.array(fc.integer({ min: 999, max: 60_000 }), { minLength: 1, maxLength: 20 }),
  deaths: fc.array(fc.nat({ max: 60 }), { maxLength: 6 }).map((pieces) => new Set(pieces)),
});

const formats = [
  ['PCM', sessionsOf(false)],
  ['WebM', sessionsOf(true)],
] as const;

test.each(formats)(
  'finals of %s depend on the bytes only, not on how they arrive or on where a process dies',
  async (_, sessions) => {
    await fc.assert(
      fc.asyncProperty(sessions, runs, async (session, run) => {
        expect(await decisionsOf(session, run)).toEqual(await decisionsOf(session, undisturbed));
      }),
      { numRuns: 5 },
    );
  },
  120_000,
);

test.each(formats)(
  'decisions tile the audio of %s in steps of 10 ms, and segments lie in them in order',
  async (_, sessions) => {
    await fc.assert(
      fc.asyncProperty(sessions, runs, async (session, run) => {
        let committedMs = 0;
        for (const { throughMs, segments } of await decisionsOf(session, run)) {
          expect(throughMs).toBeGreaterThan(committedMs);
          expect(throughMs % 10).toBe(0);
          let endMs = committedMs;
          for (const segment of segments) {
            expect(segment.startMs).toBeGreaterThanOrEqual(endMs);
            expect(segment.endMs).toBeGreaterThan(segment.startMs);
            ({ endMs } = segment);
          }
          expect(endMs).toBeLessThanOrEqual(throughMs);
          committedMs = throughMs;
        }
        expect(session.audioMs - committedMs).toBeLessThan(20);
      }),
      { numRuns: 2 },
    );
  },
  120_000,
);
