import * as z from 'zod';
import { isId, randomId } from '#lib/platform/ids.ts';
import { instant } from './fields.ts';
import { wholeNumber } from './parameters.ts';

/** A position in a list, newest first; entries of one instant are ordered by id. */
export type Position = { readonly createdAt: string; readonly id: string };

/** Encodes a position for callers. It holds only the time and id of an entry on their page. */
const toCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt}/${id}`).toString('base64url');

/** The fields of a page of a list. A page may have fewer than `limit` entries even when another page follows. */
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

/** How the cursors of a list are made and read. All have the same length. */
type CursorFormat<Place> = {
  readonly example: Place;
  readonly encode: (place: Place) => string;
  /** The place in a cursor, perhaps an invalid one. `path` is what the cursor encodes, split at slashes. */
  readonly decode: (path: readonly string[]) => Place;
  /** The prefix of the ids of the list. */
  readonly prefix: string;
};

/** The query parameter `cursor` of a list. */
export const cursorParameter = <Place extends Position>({
  example,
  encode,
  decode,
  prefix,
}: CursorFormat<Place>) =>
  z
    .string()
    .transform((cursor, context): Place => {
      const place = decode(Buffer.from(cursor, 'base64url').toString().split('/'));
      const isPlace = instant.safeParse(place.createdAt).success && isId(prefix, place.id);
      if (isPlace && encode(place) === cursor) return place;
      const message = 'Send the next_cursor of an earlier answer, unchanged.';
      context.addIssue({ code: 'custom', params: { rule: 'cursor' }, message, input: cursor });
      return z.NEVER;
    })
    .optional()
    .meta({
      pattern: '^[A-Za-z0-9_-]+$',
      minLength: encode(example).length,
      maxLength: encode(example).length,
      description: 'The `next_cursor` of the previous page. Send the other parameters unchanged.',
    });

/** The first position of a list whose ids have this prefix. */
export const examplePosition = (prefix: string): Position => ({
  createdAt: new Date(0).toISOString(),
  id: randomId(prefix),
});

/** The query parameter `cursor` of a list whose ids have this prefix. */
export const cursorOf = (prefix: string) =>
  cursorParameter({
    example: examplePosition(prefix),
    encode: toCursor,
    decode: ([createdAt = '', id = '']) => ({ createdAt, id }),
    prefix,
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
