import { expect, test } from 'vitest';
import type { PageQuery } from '#lib/platform/http/cursor.ts';
import { listRows, rowKey } from '#lib/platform/http/list-rows.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const putRows = async (list: string, ids: readonly string[]): Promise<void> => {
  for (const [at, id] of ids.entries()) {
    const position = { createdAt: `2026-11-20T10:00:0${at}.000Z`, id };
    await table.putNew({ ...rowKey(list, position), ...position });
  }
};
const pageOf = async (list: string, query: PageQuery) => {
  const { rows, next } = await listRows(table, list, query);
  return { ids: rows.map(({ id }) => id), next };
};

test('pages have each row once, newest first, and the last page has no next one, even if it is full', async () => {
  await putRows('a', ['first', 'second', 'third', 'fourth']);
  await putRows('b', ['of another list']);
  const page = await pageOf('a', { limit: 2 });
  expect(page.ids).toEqual(['fourth', 'third']);
  const cursor = page.next ?? undefined;
  expect(await pageOf('a', { limit: 2, cursor })).toEqual({ ids: ['second', 'first'], next: null });
  expect(await pageOf('a', { limit: 4 })).toMatchObject({ next: null });
});

test('a list without rows is one empty page', async () => {
  expect(await pageOf('none', { limit: 2 })).toEqual({ ids: [], next: null });
});
