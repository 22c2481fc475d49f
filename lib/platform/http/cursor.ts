import * as z from 'zod';
import { isId, randomId } from '#lib/platform/ids.ts';
import { instant } from './fields.ts';

/** A place in a list, newest first: the id decides between two of one instant. */
export type Position = { readonly createdAt: string; readonly id: string };

/** A place as callers carry it from page to page. It names nothing that they did not just see. */
const toCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt}/${id}`).toString('base64url');

/** The fields of a page of a list; a page may be short although there is a next one. */
export const pageFields = <Item extends z.ZodType>(item: Item) => ({
  data: z.array(item),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().meta({ description: 'Of the next page; null when there is none.' }),
});

/** A page, and where the next one starts; null at the end. */
export const toPage = <Item>(data: Item[], next: Position | null) => ({
  data,
  has_more: next !== null,
  next_cursor: next && toCursor(next),
});

/** Every cursor of a list of things whose ids have this prefix is as long. */
const cursorLength = (prefix: string): number =>
  toCursor({ createdAt: new Date(0).toISOString(), id: randomId(prefix) }).length;

/** The query parameter that brings a cursor back, to a list of things whose ids have this prefix. */
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
