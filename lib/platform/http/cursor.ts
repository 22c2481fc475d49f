import * as z from 'zod';
import { isId, randomId } from '#lib/platform/ids.ts';
import { instant } from './fields.ts';
import { wholeNumber } from './parameters.ts';

/** A position in a list, newest first; entries of one instant are ordered by id. */
export type Position = { readonly createdAt: string; readonly id: string };

/**
 * The kind of a list whose ids are those of another list. Without its kind, a cursor of one list would be accepted for the
 * other.
 */
type Kind = 'charge';

/** Encodes a position for callers. It holds only the time and id of an entry on their page, and the kind of the list. */
const toCursor = ({ createdAt, id }: Position, kind?: Kind): string =>
  Buffer.from([...(kind ? [kind] : []), createdAt, id].join('/')).toString('base64url');

/** The fields of a page of a list. A page may have fewer than `limit` entries even when another page follows. */
export const pageFields = <Item extends z.ZodType>(item: Item) => ({
  data: z.array(item),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().meta({ description: 'Of the next page; null when there is none.' }),
});

/** The page with its cursor; `next` is null on the last page. */
export const toPage = <Item>(data: Item[], next: Position | null, kind?: Kind) => ({
  data,
  has_more: next !== null,
  next_cursor: next && toCursor(next, kind),
});

/** All cursors of a list whose ids have this prefix have the same length. */
const cursorLength = (prefix: string, kind: Kind | undefined): number =>
  toCursor({ createdAt: new Date(0).toISOString(), id: randomId(prefix) }, kind).length;

/** The query parameter `cursor` of a list whose ids have this prefix. */
export const cursorOf = (prefix: string, kind?: Kind) =>
  z
    .string()
    .transform((cursor, context): Position => {
      const [id = '', createdAt = ''] = Buffer.from(cursor, 'base64url').toString().split('/').toReversed();
      const position = { createdAt, id };
      const isPlace = instant.safeParse(createdAt).success && isId(prefix, id);
      // This comparison also covers the kind.
      if (isPlace && toCursor(position, kind) === cursor) return position;
      const message = 'Send the next_cursor of an earlier answer, unchanged.';
      context.addIssue({ code: 'custom', params: { rule: 'cursor' }, message, input: cursor });
      return z.NEVER;
    })
    .optional()
    .meta({
      pattern: '^[A-Za-z0-9_-]+$',
      minLength: cursorLength(prefix, kind),
      maxLength: cursorLength(prefix, kind),
      description: 'The `next_cursor` of the previous page. Send the other parameters unchanged.',
    });

/** The query parameters of a list whose ids have this prefix. */
export const pageQuery = (prefix: string) =>
  z.strictObject({
    limit: wholeNumber({
      min: 1,
      max: 100,
      default: 20,
      description: 'Maximum number of entries on a page.',
    }),
    cursor: cursorOf(prefix),
  });
export type PageQuery = { readonly limit: number; readonly cursor?: Position | undefined };
