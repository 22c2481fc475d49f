import type { Position } from './cursor.ts';

/** Where a thing stands in a list of its project: newest first, and the id decides between two of one instant. */
export const listIndexKeys = (list: string, { createdAt, id }: Position) => ({
  listed_project: list,
  listed_at: `${createdAt}/${id}`,
});
