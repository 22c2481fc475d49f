import { beforeAll, describe, expect, test } from 'vitest';
import { resumableMs, sweepMs } from '#lib/domain/realtime/timing.ts';
import { randomId } from '#lib/platform/ids.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { liveSessionsOf } from '#lib/platform/limits/id-sets.ts';
import { at, resume, scenes, secret, sessionLimits, start, type World } from './session-scenes.ts';

/** The guarantees of every `SessionRepository` about the connections of clients. */
export const connectionsContract = (name: string, open: () => Promise<World>): void => {
  describe(`the connections of sessions on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { created, connect, live, claimed, closed, found, dueAt } = scenes(() => world);

    test('the first connection makes a session live', async () => {
      const session = await created();
      const first = await connect(session, secret);
      expect(first).toMatchObject({ status: 'live', connection: 1, startedAt: at(1_000).toISOString() });
      expect(await found(session)).toEqual(first);
    });

    test.each([
      ['first', () => created()],
      ['second', () => live()],
    ])('of many attempts at a %s connection with one secret exactly one connects', async (_, begun) => {
      const session = await begun();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => connect(session, secret)));
      expect(outcomes.filter((outcome) => outcome !== 'refused')).toHaveLength(1);
    });

    test('a secret opens the session again until a token was used, as the first one may be lost on its way', async () => {
      const session = await claimed();
      await world.store.issueResume(session, resume('first').hash);
      expect(await connect(await found(session), secret)).toMatchObject({ connection: 2 });
      expect(await connect(await found(session), resume('first'))).toMatchObject({ connection: 3 });
      expect(await connect(await found(session), secret)).toBe('refused');
    });

    test.each([
      ['a wrong secret', { ...secret, hash: 'x' }],
      ['an unknown token', resume('unknown')],
    ])('a connection with %s is refused', async (_, credential) => {
      expect(await connect(await created(), credential)).toBe('refused');
      expect(await connect(await live(), credential)).toBe('refused');
    });

    test('an expired secret is refused', async () => {
      const session = await created({ secretExpiresAt: at(1_000).toISOString() });
      expect(await connect(session, secret)).toBe('refused');
    });

    test('the token of a connection and the newest issued to it are valid for the next one, and newer ones after that', async () => {
      const issue = async (token: string) =>
        world.store.issueResume(await found(session), resume(token).hash);
      const session = await claimed();
      await issue('own');
      await connect(await found(session), resume('own'));
      for (const token of 'abcdefgh') await issue(token);
      expect((await found(session)).resumeHashes).toEqual(
        ['own', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((token) => resume(token).hash),
      );
      expect(await connect(await found(session), resume('a'))).toBe('refused');
      expect(await connect(await found(session), resume('b'))).toMatchObject({ connection: 3 });
      expect(await connect(await found(session), resume('own'))).toBe('refused');
      expect(await connect(await found(session), resume('c'))).toMatchObject({ connection: 4 });
    });

    test.each([
      ['the secret', secret],
      ['an earlier token', resume('own')],
    ])(
      'a token stays valid that is issued while another handshake is made with %s',
      async (_, credential) => {
        const claimedBefore = await claimed();
        await world.store.issueResume(claimedBefore, resume('own').hash);
        const seen = await found(claimedBefore);
        await world.store.issueResume(seen, resume('new').hash);
        await connect(seen, credential);
        expect(await connect(await found(seen), resume('new'))).toMatchObject({ status: 'live' });
      },
    );

    test('a handshake with the secret is made although a token is issued meanwhile', async () => {
      const seen = await claimed();
      await world.store.issueResume(seen, resume('new').hash);
      expect(await connect(seen, secret)).toMatchObject({ connection: seen.connection + 1 });
    });

    test('a token is issued to the connection that the runner knows, not to a newer one', async () => {
      const session = await claimed();
      await connect(session, secret);
      expect(await world.store.issueResume(session, 'late')).toBeUndefined();
    });

    test('an ended session can be resumed for an hour, a canceled one not', async () => {
      const session = await closed();
      await world.store.issueResume(session, resume('t').hash);
      const end = { detectedLanguage: 'en', billedMicroUsd: 1 };
      await world.store.end(await found(session), { ...end, now: at(1_000 - resumableMs) });
      expect(await connect(await found(session), resume('t'))).toBe('refused');
      const late = await closed();
      await world.store.issueResume(late, resume('t').hash);
      await world.store.end(late, { ...end, now: at(1_001 - resumableMs) });
      expect(await connect(await found(late), resume('t'))).toMatchObject({ status: 'completed' });
      const canceled = await claimed();
      await world.store.issueResume(canceled, resume('t').hash);
      await world.store.close(canceled, { reason: 'canceled', now: at(1) });
      expect(await connect(await found(canceled), resume('t'))).toBe('refused');
      await world.store.end(await found(canceled), { ...end, now: at(1) });
      expect(await connect(await found(canceled), resume('t'))).toBe('refused');
    });

    test('no token opens a session that was revoked since it was read', async () => {
      const session = await claimed();
      await world.store.issueResume(session, resume('t').hash);
      const seen = await found(session);
      await world.store.revoke(session, at(1));
      expect(await connect(seen, resume('t'))).toBe('refused');
    });

    test('a session is revoked once, and one that does not exist stays so', async () => {
      const session = await created();
      for (const ms of [1, 2]) await world.store.revoke(session, at(ms));
      expect(await found(session)).toMatchObject({ revokedAt: at(1).toISOString() });
      const unknown = { ...session, id: randomId('rts') };
      await world.store.revoke(unknown, at(1));
      expect(await world.store.find(unknown)).toBeUndefined();
    });

    test('a project has a limited number of live sessions, and one that ends makes room', async () => {
      const tenant = `${randomId('prj')}.test` as const;
      const max = sessionLimits.liveTestSessionsPerProject;
      const sessions = await Promise.all(Array.from({ length: max }, () => closed({ tenant })));
      const another = await created({ tenant });
      expect(await connect(another, secret)).toBe('no_place');
      expect(await found(another)).toEqual(another);
      const [first] = sessions;
      if (first) await world.store.end(first, { now: at(9), detectedLanguage: null, billedMicroUsd: 0 });
      expect(await connect(another, secret)).toMatchObject({ status: 'live' });
    });

    test('a session that is live or over connects again although its project has no room, and takes no place', async () => {
      const tenant = `${randomId('prj')}.test` as const;
      const first = await live({ tenant });
      const second = await closed({ tenant });
      await world.store.issueResume(second, resume('t').hash);
      await world.store.end(await found(second), {
        now: at(9),
        detectedLanguage: null,
        billedMicroUsd: 0,
      });
      const third = await live({ tenant });
      expect(await connect(first, secret)).toMatchObject({ connection: 2 });
      expect(await connect(await found(second), resume('t'))).toMatchObject({ connection: 2 });
      const places = await readMemberIds(world.table, liveSessionsOf(tenant));
      expect(places.toSorted()).toEqual([first.id, third.id].toSorted());
    });

    test('the limits of live sessions are those of the mode', async () => {
      const tenant = `${randomId('prj')}.live` as const;
      for (let nth = 0; nth <= sessionLimits.liveTestSessionsPerProject; nth += 1)
        expect(await connect(await created({ tenant }), secret)).toMatchObject({ status: 'live' });
    });

    test('a session that connects again keeps its start, counts as heard of, and is swept as before', async () => {
      const session = await live();
      const opened = { connection: 1, connectionId: 'c1', now: start };
      await world.store.setConnection(session, opened);
      await world.store.countFault(session, 1);
      const now = at(30_000);
      const again = { credential: secret, afterEventId: 3, now };
      const outcome = await world.store.connect(await found(session), again);
      expect(outcome).toEqual({ kind: 'connected', session: await found(session) });
      expect(await found(session)).toMatchObject({
        startedAt: session.startedAt,
        connectionId: null,
        afterEventId: 3,
        pingedAt: now.toISOString(),
        faults: 0,
      });
      expect(await dueAt(session, at(sweepMs + 1_000))).toBeDefined();
    });

    test('an older connection is neither recorded nor forgotten in place of the newer one', async () => {
      const session = await live();
      await connect(session, secret);
      const opened = { connectionId: 'c1', now: at(9) };
      expect(await world.store.setConnection(session, { ...opened, connection: 1 })).toBeUndefined();
      const set = await world.store.setConnection(session, {
        ...opened,
        connection: 2,
        connectionId: 'c2',
      });
      expect(set).toMatchObject({ connectionId: 'c2', connectedAt: at(9).toISOString() });
      await world.store.dropConnection(session, 'c1');
      expect(await found(session)).toMatchObject({ connectionId: 'c2' });
      await world.store.dropConnection(session, 'c2');
      expect(await found(session)).toMatchObject({ connectionId: null });
      await connect(await found(session), secret);
      expect(await found(session)).toMatchObject({ connectedAt: null });
    });

    test('the malformed messages of a connection are counted, those of an older one not', async () => {
      const session = await live();
      expect(await world.store.countFault(session, 1)).toBe(1);
      expect(await world.store.countFault(session, 1)).toBe(2);
      expect(await world.store.countFault(session, 7)).toBeUndefined();
    });

    test('a ping is noted while the session is live', async () => {
      const session = await live();
      await world.store.notePing(session, at(5));
      expect(await found(session)).toMatchObject({ pingedAt: at(5).toISOString() });
    });
  });
};
