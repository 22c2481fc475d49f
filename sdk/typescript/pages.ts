import type { Http, Query } from './http.ts';

type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

type List = {
  readonly path: string;
  readonly query: Query;
  readonly signal?: AbortSignal | undefined;
};

/** All items of a list. Requests the next page only when its items are needed. */
export const listAll = async function* <Item>(
  http: Http,
  { path, query, signal }: List,
): AsyncGenerator<Item> {
  let cursor = query['cursor'];
  for (;;) {
    const page: Page<Item> = await http.json({ method: 'GET', path, query: { ...query, cursor }, signal });
    yield* page.data;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
};
