import * as z from 'zod';

/** The chunks of each part are numbered from a multiple of this. A part of four minutes has 10 to 25. */
export const chunksPerPart = 100;

const whole = z.int().nonnegative();

/**
 * What a part decodes: the bytes of the file from `from` to before `to`. In frames it leaves out the first `skip` samples of a
 * channel, and ends before sample `end`.
 */
const Slice = z.object({ from: whole, to: whole, skip: whole.optional(), end: whole.optional() });

/** How to decode a file in parts: the bytes in base64 that make each slice a file of its own, and the slices in order. */
export const PartsPlan = z.object({ header: z.base64(), slices: z.array(Slice) });
export type PartsPlan = z.infer<typeof PartsPlan>;

/** Why a file is cut as one. */
type Serially = { readonly serially: 'format' | 'header' | 'short' };

/** The samples of a slice that count, before they are resampled. */
export type Trim = Pick<z.infer<typeof Slice>, 'skip' | 'end'>;

export type Planned = PartsPlan | Serially;
