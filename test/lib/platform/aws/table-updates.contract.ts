import { beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';

/** The guarantees of every table about conditional updates of one item. */
export const updateContract = (name: string, open: () => Pick<Table, 'update'>): void => {
  describe(`updates of the table on ${name}`, () => {
    const names = { '#a': 'a', '#b': 'b' };
    let table: Pick<Table, 'update'>;
    let key: { readonly pk: string; readonly sk: string };
    beforeEach(async () => {
      table = open();
      key = { pk: randomId('prj'), sk: 'item' };
      await table.update({ key, set: 'SET #a = :a', names: { '#a': 'a' }, values: { ':a': 5 } });
    });
    const current = async () =>
      (await table.update({ key, set: 'SET #c = :c', names: { '#c': 'c' }, values: { ':c': 0 } })).item;

    test('an update sets fields, keeps the others, and returns the item', async () => {
      const set = 'SET #b = :b, #a = :a';
      const values = { ':a': 6, ':b': 'text' };
      expect(await table.update({ key, set, names, values })).toMatchObject({
        done: true,
        item: { a: 6, b: 'text' },
      });
      expect(await current()).toMatchObject({ a: 6, b: 'text', c: 0 });
    });

    test('an update removes fields, also those that the item does not have', async () => {
      await table.update({ key, set: 'REMOVE #a, #b', names });
      expect((await current())?.['a']).toBeUndefined();
    });

    test.each([
      ['attribute_not_exists(#b)', true],
      ['attribute_not_exists(#a)', false],
      ['#a = :five', true],
      ['#a = :four', false],
      ['#a <= :five', true],
      ['#a <= :four', false],
      ['#b = :five', false],
      ['#b <= :five', false],
      ['(attribute_not_exists(#a) OR #a <= :five)', true],
      ['(attribute_not_exists(#a) OR #a <= :four)', false],
      ['attribute_not_exists(#b) AND #a = :five', true],
      ['attribute_not_exists(#b) AND #a = :four', false],
      ['(attribute_not_exists(#b) OR #b <= :four) AND (attribute_not_exists(#a) OR #a <= :five)', true],
    ])('a field of 5 is updated on the condition %s: %s', async (where, done) => {
      const used = (all: object) =>
        Object.fromEntries(Object.entries(all).filter(([placeholder]) => where.includes(placeholder)));
      const values = { ...used({ ':five': 5, ':four': 4 }), ':next': 6 };
      const set = 'SET #next = :next';
      const outcome = await table.update({
        key,
        set,
        where,
        values,
        names: { ...used(names), '#next': 'next' },
      });
      expect(outcome).toMatchObject({ done, item: { a: 5 } });
      expect((await current())?.['next']).toBe(done ? 6 : undefined);
    });

    test.each([
      [[], '=', false],
      [['x'], '=', false],
      [['y', 'x'], '=', false],
      [['x', 'y'], '=', true],
      [['x', 'y'], '<>', false],
      [['x'], '<>', true],
    ])('a list of x and y is compared with %j by its elements (%s): %s', async (list, operator, done) => {
      const change = { key, set: 'SET #b = :list', names: { '#b': 'b' } };
      await table.update({ ...change, values: { ':list': ['x', 'y'] } });
      const where = `#b ${operator} :list`;
      expect((await table.update({ ...change, where, values: { ':list': list } })).done).toBe(done);
    });

    test('of concurrent updates on one condition exactly one succeeds', async () => {
      const update = (_: unknown, at: number) =>
        table.update({
          key,
          set: 'SET #b = :b',
          where: 'attribute_not_exists(#b)',
          names: { '#b': 'b' },
          values: { ':b': at },
        });
      const outcomes = await Promise.all(Array.from({ length: 10 }, update));
      const [done, ...more] = outcomes.filter((outcome) => outcome.done);
      expect(more).toEqual([]);
      expect((await current())?.['b']).toBe(done?.item?.['b']);
    });
  });
};
