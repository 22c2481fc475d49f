import * as z from 'zod';
import { isId, randomId } from '#lib/platform/ids.ts';
import { instant } from './fields.ts';

/** A position in a list, newest first; entries of one instant are ordered by id. */
export type Position = { readonly createdAt: string; readonly id: string };

/** Encodes a position for callers. It holds only the time and id of an entry on their page. */
const toCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt}/${id}`).toString('base64url');

/** The fields of a page of a list. A page may have fewer than `limit` entries although there is a next one. */
export const pageFields = <Item extends z.ZodType>(item: Item) => ({
  data: z.array(item),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().meta({ description: 'Of the next page; null when there is none.' }),
});

/** The page with its cursor; `next` is null on the last page. */
export const toPage = <Item>(data: Item[], next: Position | null) => ({
  data,
  has_more: next !== null,
  next_cursor: next && toCursor(next),
});

/** All cursors of a list whose ids have this prefix have the same length. */
const cursorLength = (prefix: string): number =>
  toCursor({ createdAt: new Date(0).toISOString(), id: randomId(prefix) }).length;

/** The query parameter `cursor` of a list whose ids have this prefix. */
export const cursorOf = (prefix: string) =>
  z
    .string()
    .transform((cursor, context): Position => {
      const [createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split('/');
      if (rest.length === 0 && instant.safeParse(createdAt).success && isId(prefix, id))
        return { createdAt, id };
      const message = 'Send the next_cursor of an earlier answer, as it is.';
      context.addIssue({ code: 'custom', params: { rule: 'cursor' }, message, input: cursor });
      return z.NEVER;
    })
    .optional()
    .meta({
      pattern: '^[A-Za-z0-9_-]+$',
      minLength: cursorLength(prefix),
      maxLength: cursorLength(prefix),
      description: 'The `next_cursor` of the page before. Send the other parameters as you did for that one.',
    });
