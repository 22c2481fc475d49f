import * as z from 'zod';
import { cursorParameter, examplePosition, type Position } from '#lib/platform/http/cursor.ts';

/**
 * A position in the report of charges, and the last day of the report. By default the report ends today, and its pages may be
 * read across midnight.
 */
export type ChargesPosition = Position & { readonly end: string };

/** Encodes a position for callers. The ids are those of the list of jobs, whose cursors have no `charge`. */
export const toChargesCursor = ({ createdAt, id, end }: ChargesPosition): string =>
  Buffer.from(['charge', end, createdAt, id].join('/')).toString('base64url');

/** The last day of the report; a day of no report if the text is no day. */
const dayOf = (text: string): string => (z.iso.date().safeParse(text).success ? text : '');

/** The query parameter `cursor` of the report of charges. */
export const chargesCursor = cursorParameter<ChargesPosition>({
  example: { ...examplePosition('ofq'), end: '2026-11-20' },
  encode: toChargesCursor,
  decode: ([, end = '', createdAt = '', id = '']) => ({ createdAt, id, end: dayOf(end) }),
  prefix: 'ofq',
});
