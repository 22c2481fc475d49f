import { beforeAll, describe, expect, test } from 'vitest';
import { assigning, type Table } from '#lib/platform/aws/table.ts';
import { updateContract } from './table-updates.contract.ts';

const key = (sk: string, pk = 'one') => ({ pk, sk });
const text = (sk: string, pk?: string) => ({ ...key(sk, pk), text: sk });

/** The guarantees of every table. `open` returns an empty table. */
export const tableContract = (name: string, open: () => Promise<Table>): void => {
  let table: Table;
  beforeAll(async () => {
    table = await open();
  });
  updateContract(name, () => table);

  describe(`one item on ${name}`, () => {
    test('an item is read as it was written, without the fields that are undefined', async () => {
      const item = { ...key('new'), list: [1, null], map: { a: true, constructor: 'of a customer' } };
      expect(await table.putNew({ ...item, none: undefined })).toMatchObject({ done: true });
      expect(await table.get(key('new'))).toEqual(item);
    });

    test('an item that is not there is undefined', async () => {
      expect(await table.get(key('none'))).toBeUndefined();
    });

    test('a second putNew of a key is refused with the first item, which stays', async () => {
      await table.putNew({ ...key('twice'), version: 1 });
      const refused = await table.putNew({ ...key('twice'), version: 2 });
      expect(refused).toEqual({ done: false, item: { ...key('twice'), version: 1 } });
      expect(await table.get(key('twice'))).toMatchObject({ version: 1 });
    });

    test('an update returns the whole item as it is now, and makes one that was not there', async () => {
      const change = { key: key('updated'), ...assigning({ a: 1 }) };
      expect(await table.update(change)).toEqual({ done: true, item: { ...key('updated'), a: 1 } });
      expect(await table.update({ ...change, ...assigning({ b: 2 }) })).toEqual({
        done: true,
        item: { ...key('updated'), a: 1, b: 2 },
      });
    });

    test('assigning sets fields of any name and removes the one behind', async () => {
      await table.putNew({ ...key('assigned'), ttl: 5 });
      const { item } = await table.update({
        key: key('assigned'),
        ...assigning({ name: 'n' }, ' REMOVE #ttl'),
        names: { '#name': 'name', '#ttl': 'ttl' },
      });
      expect(item).toEqual({ ...key('assigned'), name: 'n' });
    });

    test('an update whose condition fails is refused with the item as it is, or undefined', async () => {
      await table.putNew({ ...key('guarded'), state: 'done' });
      const change = {
        set: 'SET #s = :next',
        where: '#s = :wanted',
        names: { '#s': 'state' },
        values: { ':next': 'new', ':wanted': 'begun' },
      };
      expect(await table.update({ key: key('guarded'), ...change })).toEqual({
        done: false,
        item: { ...key('guarded'), state: 'done' },
      });
      expect(await table.update({ key: key('guarded-none'), ...change })).toEqual({
        done: false,
        item: undefined,
      });
      expect(await table.get(key('guarded-none'))).toBeUndefined();
    });

    test.each([
      ['ADD #n :value', null],
      ['ADD #n :value', 'text'],
      ['ADD #text :value', 1],
      ['SET #n = #n + :value', null],
      ['SET #n = #none + :value', 1],
    ])('%s with %j rejects, because it calculates with what is no number', async (set, value) => {
      const at = key('calculated');
      await table.putNew({ ...at, n: 1, text: 'text' });
      const all = { '#n': 'n', '#text': 'text', '#none': 'none' };
      const names = Object.fromEntries(Object.entries(all).filter(([alias]) => set.includes(alias)));
      const change = { key: at, set, names, values: { ':value': value } };
      await expect(table.update(change)).rejects.toBeInstanceOf(Error);
      await expect(table.transact([{ update: change }])).rejects.toBeInstanceOf(Error);
    });

    test.each([
      ['a value that is not given', { where: 'n = :n AND n < :max', values: { ':n': 1 } }],
      ['a name that is not given', { where: '#n = :n', values: { ':n': 1 } }],
      ['a value that is not used', { where: 'n = :n', values: { ':n': 1, ':max': 2 } }],
    ])('the condition of an update with %s rejects', async (_, condition) => {
      await expect(table.update({ key: key('odd'), set: 'REMOVE n', ...condition })).rejects.toBeInstanceOf(
        Error,
      );
    });

    test('a write that the table cannot understand rejects', async () => {
      await expect(table.update({ key: key('broken'), set: 'SET' })).rejects.toBeInstanceOf(Error);
      await expect(table.putNew({ pk: 'no sort key' })).rejects.toBeInstanceOf(Error);
    });
  });

  describe(`a transaction on ${name}`, () => {
    test('a transaction whose conditions hold makes all its writes', async () => {
      await table.putNew(text('checked'));
      expect(
        await table.transact([
          { put: text('put'), where: 'attribute_not_exists(pk)' },
          { update: { key: key('set'), ...assigning({ a: 1 }) } },
          {
            check: {
              key: key('checked'),
              where: '#t = :t',
              names: { '#t': 'text' },
              values: { ':t': 'checked' },
            },
          },
        ]),
      ).toEqual({ done: true });
      expect(await table.get(key('put'))).toEqual(text('put'));
      expect(await table.get(key('set'))).toMatchObject({ a: 1 });
      expect(await table.get(key('checked'))).toEqual(text('checked'));
    });

    test.each([
      ['put', { put: text('there'), where: 'attribute_not_exists(pk)' }],
      [
        'update',
        {
          update: { key: key('there'), set: 'SET a = :a', where: 'attribute_exists(a)', values: { ':a': 1 } },
        },
      ],
      ['check', { check: { key: key('there'), where: 'attribute_not_exists(pk)' } }],
    ])(
      'a transaction whose %s is refused writes nothing, and says which write it was and what is there',
      async (kind, refused) => {
        await table.putNew(text('there'));
        const other = { put: text(`beside-${kind}`), where: 'attribute_not_exists(pk)' };
        expect(await table.transact([other, refused])).toEqual({
          done: false,
          reasons: [
            { refused: false, item: undefined },
            { refused: true, item: text('there') },
          ],
        });
        expect(await table.get(key(`beside-${kind}`))).toBeUndefined();
        expect(await table.get(key('there'))).toEqual(text('there'));
      },
    );

    test('a transaction that DynamoDB does not understand rejects', async () => {
      // The condition holds before and after the first write, because DynamoDB Local checks it before it counts the writes.
      const write = { put: text('twice-in-one'), where: 'attribute_not_exists(absent)' };
      await expect(table.transact([write, write])).rejects.toBeInstanceOf(Error);
    });
  });

  describe(`a page on ${name}`, () => {
    const rows = ['a', 'b', 'c', 'd', 'e'];
    beforeAll(async () => {
      for (const [at, row] of rows.entries())
        await table.putNew({ ...text(row, 'paged'), listed_project: 'prj', listed_at: `2026-0${9 - at}` });
      await table.putNew(text('z', 'other'));
    });
    const all = { where: 'pk = :pk', values: { ':pk': 'paged' }, limit: 2 };
    const sorted = ({ items }: { items: readonly object[] }) => items.map((item) => Object(item).sk);

    test('a page of the table starts where the one before ended, until all items were read', async () => {
      const first = await table.query(all);
      expect(sorted(first)).toEqual(['a', 'b']);
      const second = await table.query({ ...all, startAfter: first.last ?? {} });
      expect(sorted(second)).toEqual(['c', 'd']);
      const third = await table.query({ ...all, startAfter: second.last ?? {} });
      expect(sorted(third)).toEqual(['e']);
      expect(third.last).toBeUndefined();
    });

    test('a range that ends before it begins rejects', async () => {
      const where = 'pk = :pk AND sk BETWEEN :from AND :to';
      const range = (from: string, to: string) =>
        table.query({ where, values: { ':pk': 'paged', ':from': from, ':to': to }, limit: 9 });
      expect(sorted(await range('b', 'b'))).toEqual(['b']);
      await expect(range('c', 'b')).rejects.toBeInstanceOf(Error);
    });

    test('a page of the newest first is read backwards', async () => {
      const first = await table.query({ ...all, newestFirst: true });
      expect(sorted(first)).toEqual(['e', 'd']);
      const second = await table.query({ ...all, newestFirst: true, startAfter: first.last ?? {} });
      expect(sorted(second)).toEqual(['c', 'b']);
    });

    test('a page starts after the place of an item that is gone', async () => {
      const startAfter = key('cc', 'paged');
      expect(sorted(await table.query({ ...all, startAfter }))).toEqual(['d', 'e']);
      expect(sorted(await table.query({ ...all, startAfter, newestFirst: true }))).toEqual(['c', 'b']);
    });

    test('a page of an index starts after the place of an item that is gone', async () => {
      const query = { index: 'listed', where: 'listed_project = :p', values: { ':p': 'prj' }, limit: 2 };
      const startAfter = { ...key('cc', 'paged'), listed_project: 'prj', listed_at: '2026-070' };
      expect(sorted(await table.query({ ...query, startAfter }))).toEqual(['b', 'a']);
    });

    test('a page of an index is in its order', async () => {
      const query = { where: 'listed_project = :p', values: { ':p': 'prj' }, limit: 10 };
      expect(sorted(await table.query({ ...query, index: 'listed' }))).toEqual(rows.toReversed());
    });

    test('a page with a filter counts what the filter drops towards its limit', async () => {
      const page = await table.query({
        ...all,
        filter: '#t = :b',
        names: { '#t': 'text' },
        values: { ...all.values, ':b': 'b' },
      });
      expect(sorted(page)).toEqual(['b']);
      expect(page.last).toMatchObject(key('b', 'paged'));
    });
  });
};
