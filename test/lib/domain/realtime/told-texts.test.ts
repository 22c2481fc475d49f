import { expect, test } from 'vitest';
import { chargeKey } from '#lib/domain/billing/keys.ts';
import { deleteSession } from '#lib/domain/realtime/delete-session.ts';
import { viewSession } from '#lib/domain/realtime/session-view.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { sessionStopper } from '#lib/domain/realtime/stop-sessions.ts';
import { leaseMs, maxClaims, parkMs } from '#lib/domain/realtime/timing.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { readTestQuota } from '#lib/platform/limits/test-quota.ts';
import { transcriberWithoutSpeech } from '../../../support/changed-transcriber.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf } from '../../../support/scripted-transcriber.ts';

type World = ReturnType<typeof aSessionWorld>;

const soundMs = 9_600;
const speech = soundOf([{ ms: soundMs, isSpeech: true }]);
/** The maximum length of sent text that is not yet recorded. */
const unrecordedMs = 1_000;

const cancel = (world: World, { tenant, id }: RealtimeSession) =>
  deleteSession(world.deps, { tenant, organizationId: 'org_a', keyId: 'k' }, id);

/** Runs a session that only sends partial texts: 9.6 s of speech, none of it decided. */
const partialsOnly = async (world: World, session: RealtimeSession): Promise<RealtimeSession> => {
  world.stream(session, speech, { finishes: false });
  expect(await world.run(session)).toBe('parked');
  expect(world.told('transcript.partial').at(-1)?.segment.revision).toBe(soundMs);
  return world.find(session);
};

const ended = async (world: World, session: RealtimeSession) => viewSession(await world.find(session));

test('a session that is deleted before a text is final costs what its partial texts told', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  expect(await partialsOnly(world, session)).toMatchObject({ committedMs: 0 });
  await cancel(world, session);
  const { audio_ms: audioMs, billing } = await ended(world, session);
  expect(audioMs).toBeGreaterThan(soundMs - unrecordedMs);
  expect(audioMs).toBeLessThanOrEqual(soundMs);
  expect(billing).toMatchObject({ status: 'charged', billed_ms: audioMs });
  expect(world.told('session.finished')).toMatchObject([
    {
      reason: 'canceled',
      segments: 0,
      audio_ms: audioMs,
      billing: { billed_ms: audioMs, amount_usd: billing.amount_usd },
    },
  ]);
  const line = chargeKey(session.tenant, { ...session, id: session.transcriptionId });
  expect(await world.table.get(line)).toMatchObject({ audioMs });
});

test('audio that is sent all at once and deleted at the first text is paid for', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  for (let from = 0; from < speech.length; from += 24_000)
    await world.send(session, speech, from, from + 24_000);
  const deletions: Promise<void>[] = [];
  world.script.takes = (_, event) => {
    if (event.type === 'transcript.partial') deletions.push(cancel(world, session));
    return true;
  };
  await world.run(session);
  await Promise.all(deletions);
  expect((await ended(world, session)).audio_ms).toBeGreaterThan(soundMs - unrecordedMs);
});

test('what was told and not decided counts in the quota of test mode', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null }, { tenant: `${randomId('prj')}.test` });
  await partialsOnly(world, session);
  await cancel(world, session);
  const usedMs = await readTestQuota(world.table, session.tenant, world.timeline.now());
  expect(usedMs).toBeGreaterThan(soundMs - unrecordedMs);
  const { audio_ms: audioMs, billing } = await ended(world, session);
  expect([audioMs, billing.status]).toEqual([usedMs, 'not_charged']);
});

test('the sessions of a deleted project cost what was told', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  await partialsOnly(world, session);
  await sessionStopper(world.deps)(session.tenant, later(world.deps.now(), secondMs));
  expect(await world.run(session)).toBe('closed');
  expect((await ended(world, session)).billing.billed_ms).toBeGreaterThan(soundMs - unrecordedMs);
});

test('a session whose runners all die costs what the first one told', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  await partialsOnly(world, session);
  for (let claim = 0; claim < maxClaims; claim += 1) {
    await world.sessions.claimLease(session, world.timeline.now());
    await world.pass(leaseMs + secondMs);
  }
  expect(await world.run(session)).toBe('closed');
  const { end_reason: reason, status, billing } = await ended(world, session);
  expect([reason, status, billing.status]).toEqual(['failed', 'completed', 'charged']);
});

test('a `finish` that names an earlier place than what was told does not lower the price', async () => {
  const world = aSessionWorld();
  const session = await world.live({ silenceMs: null });
  await partialsOnly(world, session);
  await world.sessions.putMark(session, { offset: 0, kind: 'finish' }, world.timeline.now());
  expect(await world.run(session)).toBe('closed');
  expect((await ended(world, session)).billing.billed_ms).toBeGreaterThan(soundMs - unrecordedMs);
});

test('a session costs at most its longest audio, whatever its runner wrote', async () => {
  const world = aSessionWorld();
  const session = await world.live({ maxSessionMs: 60_000 });
  const claimed = await world.sessions.claimLease(session, world.timeline.now());
  const progress = { now: world.timeline.now(), heardAt: null, readThrough: 0, told: null };
  if (claimed) await world.sessions.noteTold(claimed, 3_600_000, progress);
  await cancel(world, session);
  expect(await ended(world, session)).toMatchObject({
    audio_ms: 60_000,
    billing: { billed_ms: 60_000, amount_usd: '0.005000' },
  });
});

test('a text that is taken back because it was no speech costs nothing', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf([{ ms: 3_000, isSpeech: true }]));
  await world.run(session, { changes: transcriberWithoutSpeech(world, { speechMs: 0 }) });
  expect((await world.find(session)).toldMs).toBeGreaterThan(0);
  expect(world.told('session.finished')).toMatchObject([{ audio_ms: 3_000, billing: { billed_ms: 0 } }]);
});

test('no text is told that reaches more than a second beyond what is recorded, also after a takeover', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, speech, { finishes: false });
  const beyond: number[] = [];
  const post: World['deps']['post'] = async (connectionId, event) => {
    if (event.type === 'transcript.partial') {
      const { committedMs, toldMs } = await world.find(session);
      beyond.push(event.segment.revision - Math.max(committedMs, toldMs));
    }
    return world.deps.post(connectionId, event);
  };
  world.timeline.in(
    3_000,
    () => void world.sessions.claimLease(session, later(world.deps.now(), 2 * leaseMs)),
  );
  expect(await world.run(session, { changes: { post } })).toBe('lost');
  const before = await world.find(session);
  expect(before.toldMs).toBeGreaterThan(1_000);
  await world.settled(world.sleep(4 * leaseMs));
  expect(await world.run(session, { changes: { post } })).toBe('parked');
  expect((await world.find(session)).toldMs).toBeGreaterThan(soundMs - unrecordedMs);
  expect(beyond.length).toBeGreaterThan(10);
  expect(Math.max(...beyond)).toBeLessThan(unrecordedMs);
});

test('a runner that may not record what it tells does not tell it, and returns', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, speech, { finishes: false });
  const sessions: typeof world.sessions = { ...world.sessions, noteTold: async () => undefined };
  expect(await world.run(session, { changes: { sessions } })).toBe('lost');
  expect(world.timeline.ms() - world.timeline.startMs).toBeLessThan(parkMs);
  expect(world.told('transcript.partial').at(-1)?.segment.revision).toBeLessThan(unrecordedMs);
});

test.each([
  ['speech', [{ ms: soundMs, isSpeech: true }], 9],
  ['silence', [{ ms: soundMs, isSpeech: false }], 0],
  [
    'words that become final within a second',
    Array.from({ length: 8 }, () => [
      { ms: 300, isSpeech: true },
      { ms: 600, isSpeech: false },
    ]).flat(),
    0,
  ],
])('in %s what is told is recorded at most once a second', async (_, spans, most) => {
  const world = aSessionWorld();
  const session = await world.live();
  world.stream(session, soundOf(spans));
  let writes = 0;
  const sessions: typeof world.sessions = {
    ...world.sessions,
    noteTold: (...told) => {
      writes += 1;
      return world.sessions.noteTold(...told);
    },
  };
  expect(await world.run(session, { changes: { sessions } })).toBe('closed');
  expect(writes).toBeLessThanOrEqual(most);
});
