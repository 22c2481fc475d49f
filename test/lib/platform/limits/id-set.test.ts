import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { addMember, closeSet, removeMember } from '#lib/platform/limits/id-set.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();
const now = new Date('2026-11-20T10:00:00.000Z');

/** A set with these ids. */
const aSet = async (...ids: readonly string[]) => {
  const set = { key: { pk: randomId('prj'), sk: 'ids' }, name: 'ids' };
  for (const id of ids) await table.update(addMember(set, id, 10));
  return set;
};

test('a set is closed once it has exactly the ids that were read, and takes no more', async () => {
  const set = await aSet('a', 'b');
  for (const others of [[], ['a'], ['a', 'b', 'c']])
    expect(await table.update(closeSet(set, others, now))).toMatchObject({ done: false });
  expect(await table.update(closeSet(set, ['b', 'a'], now))).toMatchObject({ done: true });
  expect(await table.update(addMember(set, 'c', 10))).toMatchObject({ done: false });
});

test('a set in which one id was replaced by another since it was read is not closed', async () => {
  const set = await aSet('a', 'b');
  await table.update(removeMember(set, 'b'));
  await table.update(addMember(set, 'c', 10));
  expect(await table.update(closeSet(set, ['a', 'b'], now))).toMatchObject({ done: false });
});
