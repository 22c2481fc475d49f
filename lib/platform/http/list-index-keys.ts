import * as z from 'zod';
import type { Item } from '#lib/platform/aws/table.ts';
import type { Position } from './cursor.ts';

/** The list index attributes of an item: sorted by time, then by id. */
export const listIndexKeys = (list: string, { createdAt, id }: Position) => ({
  listed_project: list,
  listed_at: `${createdAt}/${id}`,
});

/** The position of an item in its list: the inverse of `listIndexKeys`. */
export const listIndexPosition = (item: Item): Position => {
  const [createdAt = '', id = ''] = z.string().parse(item['listed_at']).split('/');
  return { createdAt, id };
};
