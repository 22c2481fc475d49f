import type { Item } from './table.ts';

type Page = { readonly items: readonly Item[]; readonly last: Item | undefined };
/** Reads the page of a query after `startAfter`, or the first page. */
type ReadPage = (startAfter: Item | undefined) => Promise<Page>;

/** The items of all pages. Only one page is in memory at a time. */
export const everyItem = async function* (read: ReadPage): AsyncGenerator<Item, void> {
  let startAfter: Item | undefined;
  do {
    const { items, last } = await read(startAfter);
    yield* items;
    startAfter = last;
  } while (startAfter);
};

/** The items of all pages at once, for lists that a limit keeps short. */
export const allItems = async (read: ReadPage): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const item of everyItem(read)) items.push(item);
  return items;
};
