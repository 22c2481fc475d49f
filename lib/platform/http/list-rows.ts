import * as z from 'zod';
import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import type { PageQuery, Position } from './cursor.ts';

/** The key of a row in a list that has a partition of its own: sorted by time, then by id. */
export const rowKey = (list: string, { createdAt, id }: Position): Key => ({
  pk: list,
  sk: `${createdAt}/${id}`,
});

export type ListPage = {
  readonly rows: readonly Item[];
  /** The position after which the next page starts; null on the last page. */
  readonly next: Position | null;
};

const Place = z.object({ createdAt: z.string(), id: z.string() });

/** A page of a list's rows, newest first, read consistently. */
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
    // One row more than requested shows whether there is a next page.
    limit: limit + 1,
  });
  const rows = items.slice(0, limit);
  return { rows, next: items.length > limit ? Place.parse(rows.at(-1)) : null };
};
