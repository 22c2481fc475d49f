import type { Position } from './cursor.ts';

/** The list index attributes of an item: sorted by time, then by id. */
export const listIndexKeys = (list: string, { createdAt, id }: Position) => ({
  listed_project: list,
  listed_at: `${createdAt}/${id}`,
});
