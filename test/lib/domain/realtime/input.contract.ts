import { beforeAll, describe, expect, test } from 'vitest';
import { at, scenes, start, type World } from './session-scenes.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const frame = (offset: number, ...values: number[]) => ({
  offset,
  endOffset: offset + values.length,
  data: bytes(...values),
});

/** The guarantees of every `SessionRepository` about the audio of clients. */
export const inputContract = (name: string, open: () => Promise<World>): void => {
  describe(`the audio of sessions on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { live } = scenes(() => world);
    const all = { afterFrame: -1, fromMark: 0 };

    test('frames read back in the order of their offsets, whatever the order of their arrival', async () => {
      const session = await live();
      for (const offset of [9, 0, 100, 3]) await world.store.putFrame(session, frame(offset, 1, 2, 3), start);
      const { frames } = await world.store.readInput(session, all);
      expect(frames).toEqual([0, 3, 9, 100].map((offset) => frame(offset, 1, 2, 3)));
      expect((await world.store.readInput(session, { ...all, afterFrame: 3 })).frames).toEqual(
        frames.slice(2),
      );
    });

    test('the first bytes at an offset stay', async () => {
      const session = await live();
      await world.store.putFrame(session, frame(0, 1, 2), start);
      await world.store.putFrame(session, frame(0, 7, 8, 9), start);
      expect((await world.store.readInput(session, all)).frames).toEqual([frame(0, 1, 2)]);
    });

    test('marks read back once for each place and kind', async () => {
      const session = await live();
      for (const kind of ['finish', 'finalize', 'finalize'] as const)
        await world.store.putMark(session, { offset: 64, kind }, start);
      await world.store.putMark(session, { offset: 10, kind: 'finalize' }, start);
      const { marks } = await world.store.readInput(session, { ...all, fromMark: 20 });
      expect(marks).toEqual([
        { offset: 64, kind: 'finish' },
        { offset: 64, kind: 'finalize' },
      ]);
    });

    test('a finish is read however far before the read part it is', async () => {
      const session = await live();
      await world.store.putMark(session, { offset: 10, kind: 'finish' }, start);
      await world.store.putMark(session, { offset: 10, kind: 'finalize' }, start);
      const { marks } = await world.store.readInput(session, { ...all, fromMark: 1_000 });
      expect(marks).toEqual([{ offset: 10, kind: 'finish' }]);
    });

    test('as many finishes as a page has hide no other mark, and the first of them is read', async () => {
      const session = await live();
      for (let offset = 0; offset < 120; offset += 1)
        await world.store.putMark(session, { offset, kind: 'finish' }, start);
      await world.store.putMark(session, { offset: 500, kind: 'finalize' }, start);
      const first = await world.store.readInput(session, all);
      expect(first.marks).toContainEqual({ offset: 0, kind: 'finish' });
      const rest = await world.store.readInput(session, { ...all, beforeMark: first.nextMark ?? 0 });
      expect(rest).toMatchObject({ marks: [{ offset: 500, kind: 'finalize' }], nextMark: null });
    });

    test('the end of what has arrived is that of the last frame, or of the bytes without an offset', async () => {
      const session = await live();
      expect(await world.store.findEnd(session)).toBe(0);
      for (const offset of [200, 100]) await world.store.putFrame(session, frame(offset, 1, 2, 3), start);
      await world.store.putMark(session, { offset: 900, kind: 'finalize' }, start);
      expect(await world.store.findEnd(session)).toBe(203);
      await world.store.reserve(session, 300, { maxEnd: 300, now: start });
      expect(await world.store.findEnd(session)).toBe(300);
    });

    test('marks read back in pages of a hundred, the last ones first', async () => {
      const session = await live();
      const offsets = Array.from({ length: 150 }, (_, nth) => nth);
      for (const offset of offsets) await world.store.putMark(session, { offset, kind: 'finalize' }, start);
      const first = await world.store.readInput(session, all);
      expect(first.marks.map(({ offset }) => offset)).toEqual(offsets.slice(50).toReversed());
      const beforeMark = first.nextMark ?? 0;
      const rest = await world.store.readInput(session, { ...all, beforeMark });
      expect(rest.marks.map(({ offset }) => offset)).toEqual(offsets.slice(0, 51).toReversed());
      expect(rest.nextMark).toBeNull();
    });

    test('a page full of frames hides no mark', async () => {
      const session = await live();
      for (let offset = 0; offset < 120; offset += 1)
        await world.store.putFrame(session, frame(offset, 1), start);
      await world.store.putMark(session, { offset: 7, kind: 'finalize' }, start);
      const { frames, marks } = await world.store.readInput(session, all);
      expect(frames).toHaveLength(100);
      expect(marks).toEqual([{ offset: 7, kind: 'finalize' }]);
    });

    test('a page of marks may begin before what is decided meanwhile', async () => {
      const session = await live();
      for (let offset = 0; offset < 200; offset += 1)
        await world.store.putMark(session, { offset, kind: 'finalize' }, start);
      const page = await world.store.readInput(session, { ...all, fromMark: 60, beforeMark: 50 });
      expect(page).toEqual({ frames: [], marks: [{ offset: 60, kind: 'finalize' }], nextMark: null });
    });

    test('bytes without an offset get places that follow each other', async () => {
      const session = await live();
      const reserve = (ms: number) => world.store.reserve(session, 100, { maxEnd: 400, now: at(ms) });
      const places = await Promise.all([0, 0, 100, 3_200].map(reserve));
      expect(places.toSorted((a = 0, b = 0) => a - b)).toEqual([0, 100, 200, 300]);
    });

    test('bytes without an offset are not counted if they would end too late', async () => {
      const session = await live();
      const reserve = (maxEnd: number) => world.store.reserve(session, 100, { maxEnd, now: start });
      expect([await reserve(100), await reserve(199), await reserve(200)]).toEqual([0, undefined, 100]);
      expect(await world.store.findEnd(session)).toBe(200);
    });
  });
};
