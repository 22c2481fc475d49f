import { beforeAll, describe, expect, test } from 'vitest';
import { leaseMs } from '#lib/domain/realtime/timing.ts';
import { aCommit, aFinal, at, nothingNew, scenes, start, type World } from './session-scenes.ts';

const warn = (id: number) =>
  aCommit(0, { id, at: start.toISOString(), type: 'session.warning', warning: { reason: 'low_credit' } });

/** The guarantees of every `SessionRepository` about what runners decide. */
export const commitsContract = (name: string, open: () => Promise<World>): void => {
  describe(`what is decided of a session on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { claimed, found } = scenes(() => world);

    test('a commit advances the session and stores its events', async () => {
      const session = await claimed();
      const after = await world.store.commit(session, aCommit(1_000, aFinal(1), aFinal(2, 'again')));
      const counted = { committedMs: 1_000, lastEventId: 2, segments: 2, speechMs: 600, unrecognizedMs: 100 };
      expect(after).toMatchObject({ ...counted, claims: 0, language: 'en' });
      expect(await found(session)).toEqual(after);
      expect(await world.store.readEvents(session, 0)).toEqual([aFinal(1), aFinal(2, 'again')]);
      expect(await world.store.readEvents(session, 1)).toEqual([aFinal(2, 'again')]);
    });

    test('a session counts what all commits did not understand, and keeps its language when a final has none', async () => {
      const first = await world.store.commit(await claimed(), aCommit(1_000, aFinal(1)));
      if (!first) throw new Error('The current runner may commit.');
      const { segment, ...final } = aFinal(2);
      const unknown = { ...final, segment: { ...segment, language: null } };
      expect(await world.store.commit(first, aCommit(2_000, unknown))).toMatchObject({
        speechMs: 1_200,
        unrecognizedMs: 200,
        language: 'en',
      });
    });

    test('a commit stores where a WebM stream may be read again, and one without it leaves that', async () => {
      const session = await claimed();
      const track = { number: 1, channels: 2, preSkip: 312, tickMs: 1 } as const;
      const restart = { byte: 70_000, clusterTicks: 15_000, track, position: 238_216, originMs: -6.5 };
      const webm = { decidedByte: 90_000, restart };
      const after = await world.store.commit(session, { ...aCommit(17_000), webm });
      expect(after?.webm).toEqual(webm);
      if (after) await world.store.commit(after, aCommit(17_000, aFinal(1)));
      expect((await found(session)).webm).toEqual(webm);
    });

    test('a commit of silence stores no event', async () => {
      const session = await claimed();
      const after = await world.store.commit(session, aCommit(10_000));
      expect(after).toMatchObject({ committedMs: 10_000, lastEventId: 0, segments: 0 });
      expect(await found(session)).toEqual(after);
    });

    test('warnings that a later runner must not repeat are remembered, that of a connection with its number', async () => {
      let session = await claimed();
      for (const [index, warning] of [
        { reason: 'low_credit' } as const,
        { reason: 'behind', lag_ms: 40_000 } as const,
        { reason: 'expiring', seconds_left: 600 } as const,
        { reason: 'low_credit' } as const,
      ].entries()) {
        const event = { id: index + 1, at: start.toISOString(), type: 'session.warning', warning } as const;
        session = (await world.store.commit(session, aCommit(0, event))) ?? session;
      }
      await world.store.commit(session, aCommit(1_000));
      expect(await found(session)).toMatchObject({
        lastEventId: 4,
        segments: 0,
        warned: ['low_credit', 'expiring/1'],
        idleWarnedAt: null,
      });
    });

    test('a warning of silence is remembered with its time, until the next one', async () => {
      const session = await claimed();
      const idle = { reason: 'idle', seconds_left: 120 } as const;
      const event = { id: 1, at: start.toISOString(), type: 'session.warning', warning: idle } as const;
      const warned = await world.store.commit(session, { ...aCommit(0, event), now: at(7) });
      if (warned) await world.store.commit(warned, { ...aCommit(1_000, aFinal(2)), now: at(8) });
      expect(await found(session)).toMatchObject({ warned: [], idleWarnedAt: at(7).toISOString() });
    });

    test('a commit without a translation leaves the last one that is decided', async () => {
      const session = await claimed();
      const translated = { segmentId: 1, eventId: 1 };
      const first = await world.store.commit(session, { ...aCommit(1_000, aFinal(1)), translated });
      if (first) await world.store.commit(first, aCommit(2_000, aFinal(2)));
      expect(await found(session)).toMatchObject({ committedMs: 2_000, translated });
    });

    test.each([
      ['of silence', aCommit(1_000)],
      ['of a final', aCommit(1_000, aFinal(1))],
      ['of a warning', warn(1)],
      ['of a gap', { ...warn(1), gap: { offset: 6, endOffset: 9 } }],
    ])('the same commit again has no effect and no failure: %s', async (_, commit) => {
      const session = await claimed();
      const first = await world.store.commit(session, commit);
      expect(await world.store.commit(session, commit)).toEqual(first);
      expect(await found(session)).toEqual(first);
    });

    test.each([
      ['of silence', aCommit(1_000), aCommit(2_000)],
      ['of a warning', warn(1), warn(2)],
    ])('a commit that comes again after the next one has no effect: %s', async (_, first, second) => {
      const session = await claimed();
      const after = await world.store.commit(session, first);
      const last = after && (await world.store.commit(after, second));
      expect(await world.store.commit(session, first)).toBeUndefined();
      expect(await found(session)).toEqual(last);
      expect(await world.store.readEvents(session, 0)).toEqual([...first.events, ...second.events]);
    });

    test('a gap is stored as silence together with its warning, and neither if bytes have arrived there', async () => {
      const session = await claimed();
      const frame = { offset: 0, endOffset: 3, data: Uint8Array.from([1, 2, 3]) };
      await world.store.putFrame(session, frame, start);
      const filling = (offset: number) =>
        world.store.commit(session, { ...warn(1), gap: { offset, endOffset: 9 } });
      expect(await filling(0)).toEqual(session);
      expect(await world.store.readEvents(session, 0)).toEqual([]);
      expect(await filling(6)).toMatchObject({ lastEventId: 1 });
      expect(await world.store.readEvents(session, 0)).toEqual(warn(1).events);
      const silence = { offset: 6, endOffset: 9, data: null };
      const { frames } = await world.store.readInput(session, { afterFrame: -1, fromMark: 0 });
      expect(frames).toEqual([frame, silence]);
    });

    test('an event that has expired is not stored again to erase its text', async () => {
      const session = await claimed();
      await world.store.eraseText(session, aFinal(1));
      expect(await world.store.readEvents(session, 0)).toEqual([]);
    });

    test('what is told is recorded with a renewal and the progress, and the next claim keeps it', async () => {
      const session = await claimed();
      const told = { connection: 1, eventId: 4 };
      const progress = { heardAt: at(3).toISOString(), readThrough: 6_400, told };
      expect(await world.store.noteTold(session, 2_300, { now: at(leaseMs), ...progress })).toMatchObject({
        ...progress,
        toldMs: 2_300,
        committedMs: 0,
        leaseUntil: at(2 * leaseMs).toISOString(),
      });
      expect(await world.store.claimLease(session, at(2 * leaseMs + 1))).toMatchObject({
        epoch: 2,
        toldMs: 2_300,
      });
    });

    test.each([
      ['of silence', aCommit(1_000)],
      ['of a final', aCommit(1_000, aFinal(1))],
    ])('a commit that another runner made first does not count as its own: %s', async (_, commit) => {
      const old = await claimed();
      const now = await world.store.claimLease(old, at(leaseMs + 1));
      expect(now && (await world.store.commit(now, commit))).toBeDefined();
      expect(await world.store.commit(old, commit)).toBeUndefined();
    });

    test('a runner whose lease was taken over can write nothing', async () => {
      const old = await claimed();
      const now = await world.store.claimLease(old, at(leaseMs + 1));
      expect(await world.store.commit(old, aCommit(1_000, aFinal(1)))).toBeUndefined();
      expect(await world.store.commit(old, aCommit(1_000))).toBeUndefined();
      const gap = { offset: 0, endOffset: 9 };
      expect(await world.store.commit(old, { ...warn(1), gap })).toBeUndefined();
      expect(await world.store.renewLease(old, nothingNew(9))).toBeUndefined();
      expect(await world.store.noteTold(old, 900, nothingNew(9))).toBeUndefined();
      expect(await world.store.issueResume(old, 'hash')).toBeUndefined();
      expect(
        await world.store.close(old, { reason: 'finish', now: at(9), epoch: old.epoch }),
      ).toBeUndefined();
      await world.store.giveBack(old, nothingNew(9));
      expect(await found(old)).toEqual(now);
      expect(await world.store.readEvents(old, 0)).toEqual([]);
    });
  });
};
