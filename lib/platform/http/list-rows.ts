import * as z from 'zod';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { cursorOf, type Position } from './cursor.ts';
import { wholeNumber } from './parameters.ts';

/** Where the row of a thing lies in a list that is a partition of its own: by time, and by id within an instant. */
export const rowKey = (list: string, { createdAt, id }: Position): Key => ({
  pk: list,
  sk: `${createdAt}/${id}`,
});

/** Query of a list of things whose ids have this prefix. */
export const pageQuery = (prefix: string) =>
  z.strictObject({
    limit: wholeNumber({ min: 1, max: 100, default: 20, description: 'How many a page has at most.' }),
    cursor: cursorOf(prefix),
  });
export type PageQuery = { readonly limit: number; readonly cursor?: Position | undefined };

export type ListPage = {
  readonly rows: readonly Item[];
  /** Where the next page starts; null at the end. */
  readonly next: Position | null;
};

const Place = z.object({ createdAt: z.string(), id: z.string() });

/** A page of a list's rows, newest first. What was written before is in it. */
export const listRows = async (
  table: Pick<Table, 'query'>,
  list: string,
  { limit, cursor }: PageQuery,
): Promise<ListPage> => {
  const { items } = await table.query({
    where: 'pk = :list',
    values: { ':list': list },
    newestFirst: true,
    ...(cursor && { startAfter: rowKey(list, cursor) }),
    // One more than asked for tells whether there is a next page.
    limit: limit + 1,
  });
  const rows = items.slice(0, limit);
  return { rows, next: items.length > limit ? Place.parse(rows.at(-1)) : null };
};
