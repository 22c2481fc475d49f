import { expect, test } from 'vitest';
import { runSession } from '#lib/domain/realtime/run-session.ts';
import { handoverMs, loadMs, parkMs } from '#lib/domain/realtime/timing.ts';
import { Result } from '#lib/domain/transcriptions/result.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { minuteMs, secondMs } from '#lib/platform/durations.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';
import { soundOf, spokenIn, spokenOf, speech, silence } from '../../../support/scripted-transcriber.ts';

const twoSentences = soundOf([speech(1_000), silence(800), speech(600), silence(400)]);

test('a session goes from its greeting over partials and finals to its end', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  expect(await world.run(session)).toBe('closed');
  expect(world.told('session.started')).toMatchObject([{ connection: 1, next_offset: 0, last_event_id: 0 }]);
  expect(world.told('transcript.partial').length).toBeGreaterThan(2);
  expect(
    world
      .told('transcript.final')
      .map(({ id, segment }) => [id, segment.id, segment.text, segment.end_reason]),
  ).toEqual([
    [1, 1, '1-100.', 'silence'],
    [2, 2, '181-240.', 'finish'],
  ]);
  expect(world.told('session.finished')).toMatchObject([
    {
      id: 3,
      reason: 'finish',
      audio_ms: 2_800,
      segments: 2,
      billing: { billed_ms: 2_800, amount_usd: '0.000233' },
    },
  ]);
  expect(world.posted.at(-1)?.event.type).toBe('session.finished');
  expect(world.closed).toEqual(['c1']);
});

test('the text is stored as the result of the job of the session', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  await world.run(session);
  const stored = world.results.objects.get(
    resultKey({ tenant: session.tenant, id: session.transcriptionId }),
  );
  expect(Result.parse(JSON.parse(stored?.toString() ?? ''))).toMatchObject({
    transcript: '1-100. 181-240.',
    speechMs: 1_600,
    unrecognizedMs: 0,
    detectedLanguages: [{ language: 'en', share: 1 }],
  });
  expect(world.webhooks).toMatchObject([{ kind: 'event', tenant: session.tenant }]);
});

test('the end is sent after the last text, also if that is slow to send, and the text only once', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, twoSentences);
  const post: typeof world.deps.post = async (id, event) => {
    if (event.type === 'transcript.final') await world.sleep(3 * secondMs);
    return world.deps.post(id, event);
  };
  await world.run(session, { changes: { post } });
  await world.settled(world.sleep(5 * secondMs));
  const ids = world.posted.flatMap(({ event }) => ('id' in event ? [event.id] : []));
  expect(ids).toEqual([1, 2, 3]);
});

test('a session without a word costs nothing', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([silence(3_000)]));
  await world.run(session);
  expect(world.told('session.finished')).toMatchObject([{ audio_ms: 3_000, billing: { billed_ms: 0 } }]);
});

test('words are sent only if they were asked for', async () => {
  const world = aSessionWorld();
  for (const words of [false, true]) {
    const session = await world.live({ words });
    world.stream(session, twoSentences);
    await world.run(session);
  }
  expect(world.told('transcript.final').map(({ segment }) => segment.words)).toEqual([
    undefined,
    undefined,
    [],
    [],
  ]);
});

test('finalize ends a segment in the middle of speech', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  const sound = soundOf([speech(2_000)]);
  world.stream(session, sound);
  const mark = { offset: 700 * bytesPerMs, kind: 'finalize' } as const;
  world.timeline.in(900, () => void world.sessions.putMark(session, mark, world.timeline.now()));
  await world.run(session);
  const texts = world.told('transcript.final').map(({ segment }) => segment.text);
  expect(texts).toHaveLength(2);
  expect(spokenOf(texts)).toEqual(spokenIn(sound));
});

test('a runner that has lost its session sends nothing more, not even that a voice has ended', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  world.stream(session, soundOf([speech(2_000)]));
  const mark = { offset: 1_000 * bytesPerMs, kind: 'finalize' } as const;
  await world.sessions.putMark(session, mark, world.timeline.now());
  const sessions: typeof world.sessions = { ...world.sessions, commit: async () => undefined };
  expect(await world.run(session, { changes: { sessions } })).toBe('lost');
  expect(world.told('speech.started')).toHaveLength(1);
  expect(world.told('speech.ended')).toEqual([]);
});

test('finalize counts however soon it follows what is decided, also if another runner decided that', async () => {
  const sound = soundOf([speech(1_000), silence(500), speech(50), speech(950)]);
  const mark = { offset: 1_550 * bytesPerMs, kind: 'finalize' } as const;
  const textsOf = async (isParted: boolean): Promise<string[]> => {
    const world = aSessionWorld();
    const session = await world.live();
    const decided = 1_500 * bytesPerMs;
    await world.send(session, sound, 0, decided);
    if (isParted) await world.run(session);
    await world.send(session, sound, decided, sound.length);
    await world.sessions.putMark(session, mark, world.timeline.now());
    await world.sessions.putMark(session, { offset: sound.length, kind: 'finish' }, world.timeline.now());
    await world.run(session);
    return world.told('transcript.final').map(({ segment }) => segment.text);
  };
  const texts = ['1-100.', '151-155.', '156-250.'];
  expect(await textsOf(false)).toEqual(texts);
  expect(await textsOf(true)).toEqual(texts);
});

test('a runner returns when nothing comes, and another one goes on from there', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(1_000)]), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  expect(world.timeline.ms() - world.timeline.startMs).toBeLessThan(1_200 + parkMs + 500);
  expect(await world.find(session)).toMatchObject({ leaseUntil: null, claims: 0, committedMs: 0 });
  const rest = soundOf([speech(1_000), silence(1_000)]);
  await world.send(session, rest, 1_000 * bytesPerMs, rest.length);
  await world.sessions.putMark(session, { offset: rest.length, kind: 'finish' }, world.timeline.now());
  expect(await world.run(session)).toBe('closed');
  expect(world.told('transcript.final').map(({ segment }) => segment.text)).toEqual(['1-100.']);
  expect(world.told('session.started')).toHaveLength(1);
});

test('a runner that takes over reads only the audio since shortly before what is decided', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([silence(60_000)]), { finishes: false });
  expect(await world.run(session)).toBe('parked');
  const decidedMs = (await world.find(session)).committedMs;
  const read: number[] = [];
  const readInput: typeof world.sessions.readInput = async (...place) => {
    const input = await world.sessions.readInput(...place);
    read.push(...input.frames.map(({ offset }) => offset));
    return input;
  };
  await world.run(session, { changes: { sessions: { ...world.sessions, readInput } } });
  expect(decidedMs).toBe(60_000);
  expect(Math.min(...read)).toBeGreaterThan((decidedMs - 3_000) * bytesPerMs);
});

test('a connection that has not accepted its greeting is greeted by the next runner', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  let isDown = true;
  world.script.takes = () => {
    if (isDown) throw new Error('429');
    return true;
  };
  expect(await world.run(session)).toBe('parked');
  isDown = false;
  expect(await world.run(session)).toBe('parked');
  expect(world.told('session.started')).toHaveLength(1);
});

test('a runner returns before its time is up, after it has called a successor', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([speech(400), silence(20_000)]), { finishes: false });
  const runFor = 10 * secondMs;
  expect(await world.run(session, { remainingMs: handoverMs + runFor })).toBe('handed_over');
  expect(world.woken).toEqual([{ tenant: session.tenant, id: session.id, handover: true }]);
  expect(await world.find(session)).toMatchObject({ leaseUntil: null });
});

test('a runner returns in a pause of the speaker, and not before its successor has had the time to load its models', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const spokenMs = 8_000;
  world.stream(session, soundOf([speech(spokenMs), silence(20_000)]), { finishes: false });
  const calls: number[] = [];
  const wake = async (): Promise<void> => void calls.push(world.timeline.ms());
  const left = await world.run(session, { changes: { wake }, remainingMs: handoverMs + 2 * secondMs });
  expect(left).toBe('handed_over');
  const [calledAtMs = 0] = calls;
  expect(calledAtMs - world.timeline.startMs).toBeGreaterThan(spokenMs);
  expect(world.timeline.ms() - calledAtMs).toBeGreaterThanOrEqual(loadMs);
});

test('a runner returns when another one holds the session', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.sessions.claimLease(session, world.timeline.now());
  expect(await world.run(session)).toBe('lost');
  expect(world.posted).toEqual([]);
});

test('a successor waits for the session to be given back', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const first = await world.sessions.claimLease(session, world.timeline.now());
  const progress = { now: world.timeline.now(), heardAt: null, readThrough: 0, told: null };
  world.timeline.in(3_000, () => void (first && world.sessions.giveBack(first, progress)));
  world.stream(session, twoSentences);
  const message = { tenant: session.tenant, id: session.id, handover: true };
  const run = runSession(world.deps, message, { remainingMs: () => 15 * minuteMs });
  expect(await world.settled(run)).toBe('closed');
});

test('a client gets its texts after an outage in which its connection could not be closed either', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf(Array.from({ length: 30 }, () => [speech(1_000), silence(1_000)]).flat()));
  const isDown = () => {
    const ms = world.timeline.ms() - world.timeline.startMs;
    return ms > 20_000 && ms < 30_000;
  };
  world.script.takes = () => {
    if (isDown()) throw new Error('429');
    return true;
  };
  const close = async () => {
    if (isDown()) throw new Error('429');
  };
  await world.run(session, { changes: { close } });
  const finals = world.posted.filter(({ event }) => event.type === 'transcript.final');
  const afterwards = finals.filter(({ atMs }) => atMs > 30_000 && atMs < 40_000);
  expect(finals).toHaveLength(30);
  // Five finals are from the outage, and five came after it.
  expect(afterwards).toHaveLength(10);
});
