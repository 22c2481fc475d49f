import { expect, test } from 'vitest';
import { connectSession, type Handshake } from '#lib/domain/realtime/connect-session.ts';
import { deleteSession } from '#lib/domain/realtime/delete-session.ts';
import { endSession } from '#lib/domain/realtime/end-session.ts';
import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { clientSecret, newResumeToken } from '#lib/domain/realtime/credentials.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { resumableMs } from '#lib/domain/realtime/timing.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { aSessionWorld } from '../../../support/session-world.ts';

const secretOf = ({ id }: RealtimeSession): string => clientSecret(id, 'key');
const handshakeOf = (session: RealtimeSession, fields: Partial<Handshake> = {}): Handshake => ({
  ref: { tenant: session.tenant, id: session.id },
  credential: secretOf(session),
  origin: undefined,
  afterEventId: 0,
  ...fields,
});
type World = ReturnType<typeof aSessionWorld>;

const outcomeOf = async ({ deps }: World, handshake: Handshake) => {
  const shaken = await connectSession(deps, handshake);
  return shaken.kind === 'refused' ? shaken.type : shaken.kind;
};

/** A token that a runner has issued. */
const tokenOf = async ({ sessions, timeline }: World, session: RealtimeSession): Promise<string> => {
  const claimed = await sessions.claimLease(session, timeline.now());
  const token = newResumeToken();
  if (!claimed || !(await sessions.issueResume(claimed, hashSecret(token))))
    throw new Error('The runner of a live session can issue a token.');
  return token;
};

test('a session is connected with its secret, from the last event that the client has', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  expect(await outcomeOf(world, handshakeOf(session, { afterEventId: 12 }))).toBe('connected');
  expect(await world.find(session)).toMatchObject({ status: 'live', connection: 1, afterEventId: 12 });
});

test.each<[string, (world: World, session: RealtimeSession) => Promise<Partial<Handshake>>]>([
  ['without a credential', async () => ({ credential: '' })],
  ['with a token of another session', async () => ({ credential: newResumeToken() })],
  ['with the secret of another session', async (world) => ({ credential: secretOf(await world.created()) })],
  ['in another project', async (_, { id }) => ({ ref: { tenant: 'prj_b.live', id } })],
])('who connects %s is told nothing', async (_, wrong) => {
  const world = aSessionWorld();
  const session = await world.created();
  expect(await outcomeOf(world, handshakeOf(session, await wrong(world, session)))).toBe('unknown');
  expect(await world.find(session)).toEqual(session);
});

test('who connects after the secret has expired is told so', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  await world.pass(minuteMs);
  expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
});

test('a page of another origin is told why it is refused, but a server, which has none, is connected', async () => {
  const world = aSessionWorld();
  const session = await world.created({ allowedOrigins: ['https://app.example'] });
  const from = (origin: string | undefined) => outcomeOf(world, handshakeOf(session, { origin }));
  expect(await from('https://evil.example')).toBe('permission_denied');
  expect(await from('https://app.example')).toBe('connected');
  expect(await from(undefined)).toBe('connected');
});

test('a page of any origin is connected if the session names none', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  expect(await outcomeOf(world, handshakeOf(session, { origin: 'https://any.example' }))).toBe('connected');
});

test('who has no credit is told so, and the secret stays unused', async () => {
  const world = aSessionWorld();
  world.script.allows = async () => 'insufficient_credits';
  const session = await world.created();
  expect(await outcomeOf(world, handshakeOf(session))).toBe('insufficient_credits');
  world.script.allows = async () => undefined;
  expect(await outcomeOf(world, handshakeOf(session))).toBe('connected');
});

test('who connects beyond the live sessions of the project is told so', async () => {
  const world = aSessionWorld();
  const tenant = 'prj_a.test' as const;
  for (let live = 0; live < 5; live += 1) await world.live({}, { tenant });
  const session = await world.created({}, { tenant });
  expect(await outcomeOf(world, handshakeOf(session))).toBe('concurrency_limit_exceeded');
});

test('the secret counts as expired once a token was used', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const token = await tokenOf(world, session);
  expect(await outcomeOf(world, handshakeOf(session, { credential: token }))).toBe('connected');
  expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
});

test('the secret counts as expired after the end of its session', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  await world.sessions.cancel(session, world.timeline.now());
  expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
});

test('the secret counts as expired after a session has ended, although no token was used', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  await world.sessions.close(session, { reason: 'finish', now: world.timeline.now() });
  await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
});

test('secret and token count as expired as soon as the session is deleted', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const token = await tokenOf(world, session);
  const outcomes = () =>
    Promise.all(
      [secretOf(session), token].map((credential) => outcomeOf(world, handshakeOf(session, { credential }))),
    );
  const canceled = { reason: 'canceled', now: world.timeline.now() } as const;
  await world.sessions.close(session, canceled);
  expect(await outcomes()).toEqual(['expired', 'expired']);
  await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  expect(await world.find(session)).toMatchObject({ status: 'canceled' });
  expect(await outcomes()).toEqual(['expired', 'expired']);
});

test.each([
  ['that has ended by itself', true],
  ['that is about to end by itself', false],
])('a token counts as expired once a session is deleted %s', async (_, isOver) => {
  const world = aSessionWorld();
  const session = await world.live();
  const token = await tokenOf(world, session);
  await world.sessions.close(session, { reason: 'finish', now: world.timeline.now() });
  if (isOver) await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  await deleteSession(
    world.deps,
    { tenant: session.tenant, organizationId: 'org_a', keyId: 'k' },
    session.id,
  );
  expect(await world.find(session)).toMatchObject({ status: 'completed', endReason: 'finish' });
  expect(await outcomeOf(world, handshakeOf(session, { credential: token }))).toBe('expired');
});

test('a token counts as expired more than an hour after the end of its session', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const token = await tokenOf(world, session);
  await world.sessions.close(session, { reason: 'idle', now: world.timeline.now() });
  const end = { now: world.timeline.now(), detectedLanguage: null, billedMicroUsd: 0 };
  await world.sessions.end(await world.find(session), end);
  await world.pass(resumableMs - 1);
  expect(await outcomeOf(world, handshakeOf(session, { credential: token }))).toBe('connected');
  await world.pass(1);
  expect(await outcomeOf(world, handshakeOf(session, { credential: token }))).toBe('expired');
});

test('a client comes back to a session that has ended for lack of credit, to fetch what it missed', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const token = await tokenOf(world, session);
  world.script.allows = async () => 'insufficient_credits';
  const again = handshakeOf(session, { credential: token });
  expect(await outcomeOf(world, again)).toBe('insufficient_credits');
  await world.sessions.close(session, { reason: 'insufficient_credits', now: world.timeline.now() });
  await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
  expect(await outcomeOf(world, again)).toBe('connected');
});

test('of two attempts to connect at once the one that loses may try again', async () => {
  const world = aSessionWorld();
  const session = await world.created();
  const outcomes = await Promise.all([1, 2].map(() => outcomeOf(world, handshakeOf(session))));
  expect(outcomes.toSorted()).toEqual(['connected', 'service_unavailable']);
});
