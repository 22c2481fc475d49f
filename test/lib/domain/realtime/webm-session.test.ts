import { beforeAll, describe, expect, test } from 'vitest';
import type { RunDeps } from '#lib/domain/realtime/run-session.ts';
import type { RealtimeSession, SessionOptions } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import { handoverMs, maxAckMs, repeatAckMs } from '#lib/domain/realtime/timing.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';
import { openInput } from '#lib/speech/live/open-input.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { namingModels } from '../../../support/loud-voices.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { noisePackets, type OpusPacket, simpleBlock, webmOf } from '../../../support/webm.ts';

const audio = { format: 'webm_opus', sampleRateHz: null, channels: null } as const;
const loud = (ms: number) => ({ ms, isLoud: true });
const quiet = (ms: number) => ({ ms, isLoud: false });
const packets = noisePackets([loud(4_000), quiet(1_000), loud(12_000), quiet(900), loud(3_000), quiet(600)]);
const stream = webmOf(packets);
const streamMs = 21_490;

/** A transcriber whose texts contain a hash of the samples. */
const openTranscriberOf: RunDeps['openTranscriber'] = ({ options, committedMs, language }) =>
  openTranscriber({
    ...namingModels(),
    options: { ...options, vocabulary: [] },
    committedMs,
    languageBefore: language,
  });

const aWorld = () => {
  const world = aSessionWorld();
  const send = (session: RealtimeSession, bytes: Buffer, from: number, to = bytes.length) =>
    world.send(session, bytes, from, to);
  /** Sends a slice every 200 ms, like MediaRecorder. */
  const record = (session: RealtimeSession, bytes: Buffer, ms: number): void => {
    const slices = Math.ceil(ms / 200);
    for (let slice = 0; slice < slices; slice += 1) {
      const [from, to] = [slice, slice + 1].map((part) => Math.floor((part * bytes.length) / slices));
      world.timeline.in(200 * (slice + 1), () => void send(session, bytes, from ?? 0, to));
    }
    const mark = { offset: bytes.length, kind: 'finish' } as const;
    world.timeline.in(ms + 300, () => void world.sessions.putMark(session, mark, world.timeline.now()));
  };
  return {
    ...world,
    send,
    record,
    live: (options: Partial<SessionOptions> = {}) => world.live({ audio, ...options }),
    run: (session: RealtimeSession, remainingMs = 15 * minuteMs) =>
      world.run(session, { changes: { openTranscriber: openTranscriberOf }, remainingMs }),
    finals: () => world.told('transcript.final').map(({ segment: { id: _, ...segment } }) => segment),
  };
};

const whole = async (bytes: Buffer, ms: number, options?: Partial<SessionOptions>) => {
  const world = aWorld();
  const session = await world.live(options);
  world.record(session, bytes, ms);
  expect(await world.run(session)).toBe('closed');
  return { ...world, session: await world.find(session) };
};

let undisturbed: Awaited<ReturnType<typeof whole>>;
beforeAll(async () => {
  // Compiles the first decoder now, because the virtual time of the worlds does not include the compilation.
  await openInput(audio, { startMs: 0, endMs: 60_000 }, null).decode(stream);
  undisturbed = await whole(stream, 21_500);
});

test('a session of WebM has text, and is charged for what was decoded', () => {
  const { finals, told, session } = undisturbed;
  expect(told('session.started')).toMatchObject([
    { audio: { format: 'webm_opus', sample_rate_hz: null, channels: null } },
  ]);
  expect(finals().length).toBeGreaterThan(2);
  expect(told('session.finished')).toMatchObject([
    { reason: 'finish', audio_ms: streamMs, billing: { billed_ms: streamMs, amount_usd: '0.001791' } },
  ]);
  expect(session).toMatchObject({ status: 'completed', committedMs: streamMs });
});

test('acknowledgements tell the time of what is stored and of what is decoded', () => {
  const acks = undisturbed.told('audio.ack');
  expect(acks.length).toBeGreaterThan(2);
  for (const { received_ms, processed_ms, through } of acks.slice(1)) {
    expect(Math.abs(received_ms - (through / stream.length) * streamMs)).toBeLessThan(3_000);
    expect(processed_ms).toBeLessThanOrEqual(received_ms);
  }
});

test('the client hears every few seconds what is stored, by partial texts or by an acknowledgement', () => {
  const told = undisturbed.posted.filter(({ event }) => 'through' in event);
  const acks = told.filter(({ event }) => event.type === 'audio.ack');
  const pauses = (times: readonly { readonly atMs: number }[]) =>
    times.slice(1).map(({ atMs }, i) => atMs - (times[i]?.atMs ?? 0));
  expect(Math.max(...pauses(told))).toBeLessThanOrEqual(repeatAckMs + 300);
  expect(Math.max(...pauses(acks))).toBeLessThanOrEqual(maxAckMs + 300);
  // For twelve seconds of speech without a pause, one acknowledgment is enough.
  expect(acks.length).toBeLessThan(9);
});

test('the text is the same when runners live for 1.3 s only', async () => {
  const world = aWorld();
  const session = await world.live();
  world.record(session, stream, 21_500);
  for (let left = 'handed_over'; left === 'handed_over';)
    left = await world.run(session, handoverMs - 60_000 + 1_300);
  expect(world.finals()).toEqual(undisturbed.finals());
  expect(await world.find(session)).toMatchObject({ committedMs: streamMs, endReason: 'finish' });
});

test('a segment is ended by hand, and a runner that comes later has nothing to do', async () => {
  const world = aWorld();
  const session = await world.live({ silenceMs: null });
  const half = Math.floor(stream.length / 8);
  await world.send(session, stream, 0, half);
  await world.sessions.putMark(session, { offset: half, kind: 'finalize' }, world.timeline.now());
  expect(await world.run(session)).toBe('parked');
  expect(world.told('transcript.final')).toMatchObject([{ segment: { end_reason: 'finalize' } }]);
  await world.pass(2 * minuteMs);
  await world.settled(sweepSessions(world.deps));
  expect(world.woken).toEqual([]);
});

test('the longest audio of a session is counted in decoded time', async () => {
  const { told } = await whole(stream, 21_500, { maxSessionMs: 12_000 });
  expect(told('session.finished')).toMatchObject([{ reason: 'max_session', audio_ms: 12_000 }]);
});

test('bytes that never arrive cost the audio up to the next cluster, and a warning', async () => {
  const world = aWorld();
  const session = await world.live();
  const gap = { from: 6_000, to: 7_000 };
  await world.send(session, stream, 0, gap.from);
  await world.send(session, stream, gap.to);
  await world.sessions.putMark(session, { offset: stream.length, kind: 'finish' }, world.timeline.now());
  await world.run(session);
  expect(world.told('audio.resend')).toHaveLength(4);
  expect(world.told('session.warning')).toMatchObject([{ warning: { reason: 'audio_gap' } }]);
  expect(world.told('session.finished')).toMatchObject([{ reason: 'finish', audio_ms: streamMs }]);
});

test('a stream that cannot be decoded ends its session with the reason, and is not charged', async () => {
  const { told, session } = await whole(Buffer.from('RIFF is another format'), 400);
  expect(told('error')).toMatchObject([
    { fatal: true, error: { type: 'unsupported_audio_format', retryable: false } },
  ]);
  expect(told('session.finished')).toMatchObject([
    { reason: 'unsupported_audio_format', audio_ms: 0, billing: { billed_ms: 0 } },
  ]);
  expect(session.status).toBe('failed');
});

test('a stream that cannot be decoded any more keeps the text of what was heard before', async () => {
  const laced = Buffer.concat([stream, simpleBlock(20, Buffer.alloc(9), 0x84)]);
  const { finals, session } = await whole(laced, 21_500);
  expect(finals().length).toBeGreaterThan(2);
  expect(session).toMatchObject({
    status: 'completed',
    endReason: 'unsupported_audio_format',
    committedMs: streamMs,
  });
});

test('text before audio that is not supported is told first, then the fatal error, then the end', async () => {
  const spoken = webmOf(noisePackets([loud(3_000)]));
  const laced = Buffer.concat([spoken, simpleBlock(20, Buffer.alloc(9), 0x84)]);
  const { posted } = await whole(laced, 3_000, { silenceMs: null });
  expect(posted.map(({ event }) => event.type).slice(-3)).toEqual([
    'transcript.final',
    'error',
    'session.finished',
  ]);
});

describe('by the time of its audio', () => {
  const ahead = packets.map(({ atMs, data }): OpusPacket => ({
    atMs: atMs < 3_000 ? atMs : atMs + 90_000,
    data,
  }));
  const heardOf = async (fields: Partial<RealtimeSession>) => {
    const world = aWorld();
    const session = await world.connect(await world.created({ audio }, fields), 'c1');
    await world.send(session, webmOf(ahead), 0, 20_000);
    await world.run(session, 3 * minuteMs + 5 * secondMs);
    return world;
  };

  test('a client that is faster than allowed by the time of its audio is refused', async () => {
    const { told, closed } = await heardOf({});
    expect(told('error')).toMatchObject([{ fatal: true, error: { type: 'audio_too_fast' } }]);
    expect(closed).toEqual(['c1']);
  });

  test('a client that had to wait for its first connection is not refused as too fast', async () => {
    const { told } = await heardOf({ createdAt: '2026-11-20T09:59:00.000Z' });
    expect(told('error')).toEqual([]);
  });
});

test('a client is warned once that recognition is behind, although the rate of its stream varies', async () => {
  const halting = Array.from({ length: 24 }, () => [loud(1_000), quiet(1_000)]).flat();
  const bytes = webmOf(noisePackets(halting));
  const world = aWorld();
  const session = await world.live();
  for (let from = 0; from < bytes.length; from += 20_000)
    await world.send(session, bytes, from, Math.min(bytes.length, from + 20_000));
  await world.sessions.putMark(session, { offset: bytes.length, kind: 'finish' }, world.timeline.now());
  await world.run(session);
  expect(world.told('session.warning').map(({ warning }) => warning.reason)).toEqual(['behind']);
});
