import type { Item, Query, Table } from './table.ts';

/** The items of all pages of a query. Only one page, of at most `limit` items, is in memory at a time. */
export const everyItem = async function* (
  table: Pick<Table, 'query'>,
  query: Omit<Query, 'startAfter'>,
): AsyncGenerator<Item, void> {
  let startAfter: Item | undefined;
  do {
    const { items, last } = await table.query({ ...query, startAfter });
    yield* items;
    startAfter = last;
  } while (startAfter);
};

/** The items of all pages at once, for lists that a limit keeps short. */
export const allItems = async (...query: Parameters<typeof everyItem>): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const item of everyItem(...query)) items.push(item);
  return items;
};
