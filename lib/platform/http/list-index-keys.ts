import * as z from 'zod';
import type { Item, Key } from '#lib/platform/aws/table.ts';
import type { Position } from './cursor.ts';

/** The list index attributes of an item: sorted by time, then by id. */
export const listIndexKeys = (list: string, { createdAt, id }: Position) => ({
  listed_project: list,
  listed_at: `${createdAt}/${id}`,
});

/**
 * The start of a query of a list that continues after a position; undefined at the beginning of the list. `keyOf` returns the
 * key of the item with this id.
 */
export const listIndexStart = (
  list: string,
  after: Position | undefined,
  keyOf: (id: string) => Key,
): Item | undefined => after && { ...keyOf(after.id), ...listIndexKeys(list, after) };

/** The position of an item in its list: the inverse of `listIndexKeys`. */
export const listIndexPosition = (item: Item): Position => {
  const [createdAt = '', id = ''] = z.string().parse(item['listed_at']).split('/');
  return { createdAt, id };
};
