import * as z from 'zod';

/** The chunks of each part are numbered from a multiple of this. A part of four minutes has 10 to 25. */
export const chunksPerPart = 100;

const whole = z.int().nonnegative();

/** The bytes of the file from `from` to `to` (exclusive) that a part decodes. */
const Slice = z.object({ from: whole, to: whole });

/** How to decode a file in parts: the bytes in base64 that make each slice a file of its own, and the slices in order. */
export const PartsPlan = z.object({ header: z.base64(), slices: z.array(Slice) });
export type PartsPlan = z.infer<typeof PartsPlan>;

/** Why a file is cut as one. */
type Serially = { readonly serially: 'format' | 'header' | 'short' };

export type Planned = PartsPlan | Serially;
