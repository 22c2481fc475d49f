import { describe, expect, test } from 'vitest';
import { connectSession, type Handshake } from '#lib/domain/realtime/connect-session.ts';
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

describe('who does not hold a credential of the session is told nothing', () => {
  test.each<[string, (world: World, session: RealtimeSession) => Promise<Partial<Handshake>>]>([
    ['without a credential', async () => ({ credential: '' })],
    ['with a token of another session', async () => ({ credential: newResumeToken() })],
    [
      'with the secret of another session',
      async (world) => ({ credential: secretOf(await world.created()) }),
    ],
    ['in another project', async (_, { id }) => ({ ref: { tenant: 'prj_b.live', id } })],
  ])('%s', async (_, wrong) => {
    const world = aSessionWorld();
    const session = await world.created();
    expect(await outcomeOf(world, handshakeOf(session, await wrong(world, session)))).toBe('unknown');
    expect(await world.find(session)).toEqual(session);
  });
});

describe('who holds a credential of the session is told why it may not be used', () => {
  test('after the secret has expired', async () => {
    const world = aSessionWorld();
    const session = await world.created();
    await world.pass(minuteMs);
    expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
  });

  test('on a page of another origin, but not on a server, which has none', async () => {
    const world = aSessionWorld();
    const session = await world.created({ allowedOrigins: ['https://app.example'] });
    const from = (origin: string | undefined) => outcomeOf(world, handshakeOf(session, { origin }));
    expect(await from('https://evil.example')).toBe('permission_denied');
    expect(await from('https://app.example')).toBe('connected');
    expect(await from(undefined)).toBe('connected');
  });

  test('without credit, which leaves the secret unused', async () => {
    const world = aSessionWorld();
    world.script.allows = async () => 'insufficient_credits';
    const session = await world.created();
    expect(await outcomeOf(world, handshakeOf(session))).toBe('insufficient_credits');
    world.script.allows = async () => undefined;
    expect(await outcomeOf(world, handshakeOf(session))).toBe('connected');
  });

  test('beyond the live sessions of its project', async () => {
    const world = aSessionWorld();
    const tenant = 'prj_a.test' as const;
    for (let live = 0; live < 5; live += 1) await world.live({}, { tenant });
    const session = await world.created({}, { tenant });
    expect(await outcomeOf(world, handshakeOf(session))).toBe('concurrency_limit_exceeded');
  });

  test('with the secret, once a token was used', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const token = await tokenOf(world, session);
    expect(await outcomeOf(world, handshakeOf(session, { credential: token }))).toBe('connected');
    expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
  });

  test('after its end, with the secret', async () => {
    const world = aSessionWorld();
    const session = await world.created();
    await world.sessions.cancel(session, world.timeline.now());
    expect(await outcomeOf(world, handshakeOf(session))).toBe('expired');
  });

  test('with the secret and with a token, as soon as the session is deleted', async () => {
    const world = aSessionWorld();
    const session = await world.live();
    const token = await tokenOf(world, session);
    const outcomes = () =>
      Promise.all(
        [secretOf(session), token].map((credential) =>
          outcomeOf(world, handshakeOf(session, { credential })),
        ),
      );
    const canceled = { reason: 'canceled', now: world.timeline.now() } as const;
    await world.sessions.close(session, canceled);
    expect(await outcomes()).toEqual(['expired', 'expired']);
    await endSession(world.deps, { tenant: session.tenant, id: session.id, told: null });
    expect(await world.find(session)).toMatchObject({ status: 'canceled' });
    expect(await outcomes()).toEqual(['expired', 'expired']);
  });

  test('more than an hour after its end, with a token', async () => {
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

  test('of two attempts at once the one that loses may try again', async () => {
    const world = aSessionWorld();
    const session = await world.created();
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(world, handshakeOf(session))));
    expect(outcomes.toSorted()).toEqual(['connected', 'service_unavailable']);
  });
});
