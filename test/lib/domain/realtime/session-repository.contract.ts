import { beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { plainOptions } from '../../../support/realtime.ts';
import { leaseMs, sweepMs, wakeMs } from '#lib/domain/realtime/timing.ts';
import { at, nothingNew, scenes, secret, start, type World } from './session-scenes.ts';

/** The guarantees of every `SessionRepository` about lists and leases. */
export const sessionContract = (name: string, open: () => Promise<World>): void => {
  describe(`the sessions on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { created, connect, live, claimed, found, dueAt } = scenes(() => world);

    test('a created session reads back as written, and only in its project', async () => {
      const session = await created();
      expect(await world.store.find(session)).toEqual(session);
      expect(await world.store.find({ tenant: 'prj_b.live', id: session.id })).toBeUndefined();
    });

    test('a second create with the same id finds the first session', async () => {
      const session = await created();
      expect(await world.store.create({ ...session, requestId: 'b' })).toEqual({ kind: 'exists', session });
    });

    test('the list of a project has its sessions, newest first, page by page', async () => {
      const first = await created();
      const { tenant } = first;
      const second = await created({ tenant, createdAt: at(1).toISOString() });
      const third = await created({ tenant, createdAt: at(2).toISOString() });
      const page = { limit: 2, after: undefined, status: undefined, name: undefined, now: start };
      const newest = await world.store.list(tenant, page);
      expect(newest.sessions).toEqual([third, second]);
      const rest = await world.store.list(tenant, { ...page, after: newest.next ?? undefined });
      expect(rest).toEqual({ sessions: [first], next: null });
      expect((await world.store.list(tenant, { ...page, limit: 5, status: 'live' })).sessions).toEqual([]);
      expect((await world.store.list(tenant, { ...page, now: new Date(first.expiresAt) })).sessions).toEqual(
        [],
      );
    });

    test('the list is limited to the sessions that carry an id of the caller', async () => {
      const one = await created({ options: { ...plainOptions, clientReferenceId: 'call-42' } });
      const { tenant } = one;
      await created({ tenant, createdAt: at(1).toISOString() });
      const page = { limit: 5, after: undefined, status: undefined, name: 'call-42', now: start };
      expect((await world.store.list(tenant, page)).sessions).toEqual([one]);
      expect((await world.store.list(tenant, { ...page, name: 'call-4' })).sessions).toEqual([]);
    });

    describe('a lease', () => {
      test('a claim raises the epoch and holds the session until the lease expires', async () => {
        const session = await claimed();
        expect(session).toMatchObject({ epoch: 1, claims: 1 });
        expect(await world.store.claimLease(session, at(leaseMs))).toBeUndefined();
        expect(await world.store.claimLease(session, at(leaseMs + 1))).toMatchObject({ epoch: 2, claims: 2 });
      });

      test('of many claims exactly one gets the session', async () => {
        const session = await live();
        const claims = Array.from({ length: 20 }, () => world.store.claimLease(session, start));
        expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
      });

      test('only a live session can be claimed', async () => {
        expect(await world.store.claimLease(await created(), start)).toBeUndefined();
      });

      test('a renewed lease holds the session and notes the progress', async () => {
        const session = await claimed();
        const told = { connection: 1, eventId: 4 };
        const progress = { heardAt: at(3).toISOString(), readThrough: 6_400, told };
        const renewed = await world.store.renewLease(session, { now: at(leaseMs), ...progress });
        expect(renewed).toMatchObject(progress);
        expect(await world.store.claimLease(session, at(leaseMs + 1))).toBeUndefined();
      });

      test('a lease that was given back is free at once, and its claim does not count as fruitless', async () => {
        const session = await claimed();
        await world.store.giveBack(session, { ...nothingNew(1), readThrough: 320 });
        expect(await found(session)).toMatchObject({ leaseUntil: null, claims: 0, readThrough: 320 });
        expect(await world.store.claimLease(session, at(2))).toMatchObject({ epoch: 2 });
      });

      test('of many wakes one counts, and none while a runner holds the session', async () => {
        const session = await live();
        const wakes = Array.from({ length: 20 }, () => world.store.noteWake(session, at(0)));
        expect((await Promise.all(wakes)).filter(Boolean)).toHaveLength(1);
        expect(await world.store.noteWake(session, at(wakeMs))).toBe(false);
        expect(await world.store.noteWake(session, at(wakeMs + 1))).toBe(true);
        await world.store.claimLease(session, at(2 * wakeMs + 2));
        expect(await world.store.noteWake(session, at(2 * wakeMs + 3))).toBe(false);
        expect(await world.store.noteWake(session, at(2 * wakeMs + 3 + leaseMs))).toBe(true);
        expect(await world.store.noteWake({ ...session, id: randomId('rts') }, start)).toBe(false);
      });
    });

    describe('the sweeper', () => {
      test('a session is due when its secret expires, and a live one some time after it was connected', async () => {
        const session = await created();
        expect(await dueAt(session, at(59_999))).toBeUndefined();
        expect(await dueAt(session, at(60_000))).toBeDefined();
        await connect(session, secret);
        expect(await dueAt(session, at(sweepMs + 999))).toBeUndefined();
        expect(await dueAt(session, at(sweepMs + 1_000))).toBeDefined();
      });

      test('one sweeper handles a due session', async () => {
        const due = await dueAt(await live(), at(2 * sweepMs));
        if (!due) throw new Error('The session is due.');
        expect(await world.store.rescheduleSweep(due, at(3 * sweepMs))).toMatchObject({ status: 'live' });
        expect(await world.store.rescheduleSweep(due, at(3 * sweepMs))).toBeUndefined();
      });
    });
  });
};
