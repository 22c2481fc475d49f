import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveDecision, LiveOptions } from '#lib/speech/live/live-transcriber.ts';
import { livePrerollMs, openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { byteAt, type PcmFormat, pcmInput } from '#lib/speech/live/pcm-input.ts';
import { namingModels, type Sound, soundBytes, soundKinds } from '../../../support/loud-voices.ts';

type Session = {
  readonly sounds: readonly Sound[];
  readonly format: PcmFormat;
  readonly silenceMs: number | null;
  /** The bytes at which the customer asked for a final. */
  readonly finalizedAt: readonly number[];
};
/** How a session is run: the lengths of the pieces that arrive, and after which of them the process dies. */
type Run = { readonly pieces: readonly number[]; readonly deaths: ReadonlySet<number> };

const undisturbed: Run = { pieces: [6_400], deaths: new Set() };
const options: LiveOptions = {
  ...{ silenceMs: 500, languageHints: [], vocabulary: [], context: null, model: 'auto', words: true },
};

/** What a session decides. After a death, another process goes on from the last decision. */
const decisionsOf = async (session: Session, { pieces, deaths }: Run): Promise<LiveDecision[]> => {
  const { sounds, format, silenceMs, finalizedAt } = session;
  const bytes = soundBytes(sounds, format);
  const decisions: LiveDecision[] = [];
  const open = () => {
    const committedMs = decisions.at(-1)?.throughMs ?? 0;
    const languageBefore = decisions.flatMap(({ segments }) => segments).at(-1)?.language ?? null;
    const startMs = Math.max(0, committedMs - livePrerollMs);
    const { signal } = new AbortController();
    const transcriber = openTranscriber({
      ...namingModels(),
      ...{ options: { ...options, silenceMs }, committedMs, languageBefore, signal },
    });
    return { transcriber, input: pcmInput({ ...format, startMs }), at: byteAt(format, startMs) };
  };
  let process = open();
  for (let piece = 0; process.at < bytes.length; piece += 1) {
    const { transcriber, input, at } = process;
    const mark = finalizedAt.find((one) => one > at) ?? bytes.length;
    const to = Math.min(mark, bytes.length, at + (pieces[piece % pieces.length] ?? 1));
    decisions.push(...(await transcriber.hear(input.decode(bytes.subarray(at, to)))));
    process.at = to;
    if (finalizedAt.includes(to)) decisions.push(...(await transcriber.flush('finalize')));
    if (deaths.has(piece)) process = open();
  }
  decisions.push(...(await process.transcriber.flush('finish')));
  return decisions;
};

const anySounds: fc.Arbitrary<Sound[]> = fc.array(
  fc.record({
    ms: fc.integer({ min: 20, max: 4_000 }),
    kind: fc.constantFrom(...soundKinds),
  }),
  { minLength: 1, maxLength: 5 },
);
const sessions: fc.Arbitrary<Session> = fc
  .record({
    sounds: anySounds,
    sampleRateHz: fc.constantFrom(8_000, 16_000, 24_000, 32_000, 44_100, 48_000),
    channels: fc.constantFrom(1 as const, 2 as const),
    silenceMs: fc.constantFrom(200, 500, 900, 3_000, null),
    finalizedAt: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 3 }),
  })
  .map(({ sounds, sampleRateHz, channels, silenceMs, finalizedAt }) => ({
    sounds,
    format: { sampleRateHz, channels },
    silenceMs,
    finalizedAt: finalizedAt.toSorted((a, b) => a - b),
  }));
const runs: fc.Arbitrary<Run> = fc.record({
  pieces: fc.array(fc.integer({ min: 999, max: 60_000 }), { minLength: 1, maxLength: 20 }),
  deaths: fc.array(fc.nat({ max: 60 }), { maxLength: 6 }).map((pieces) => new Set(pieces)),
});

test('finals depend on the bytes only, not on how they arrive or on where a process dies', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, runs, async (session, run) => {
      expect(await decisionsOf(session, run)).toEqual(await decisionsOf(session, undisturbed));
    }),
    { numRuns: 8 },
  );
}, 120_000);

test('decisions tile the audio in steps of 10 ms, and segments lie in them in order', async () => {
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
      const audioMs = session.sounds.reduce((sum, { ms }) => sum + ms, 0);
      expect(audioMs - committedMs).toBeLessThan(80);
    }),
    { numRuns: 3 },
  );
}, 120_000);
