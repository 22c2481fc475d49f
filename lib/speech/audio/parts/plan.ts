import * as z from 'zod';

/** With fewer parts, telling workers of them takes as long as they save. */
export const minParts = 3;

/** The chunks of each part are numbered from a multiple of this. A part of four minutes has 10 to 25. */
export const chunksPerPart = 100;

/** The most that `header` may have. Each part reads it. */
export const maxHeaderBytes = 8 * 1024;

const whole = z.int().nonnegative();

/**
 * What a part decodes: the bytes of the file from `from` to before `to`. With `skip`
 * it leaves out as many samples of a channel and ends before sample `end`, and the times in the file do not count.
 */
const Slice = z.object({ from: whole, to: whole, skip: whole.optional(), end: whole.optional() });
export type Slice = z.infer<typeof Slice>;

/** The object that has the bytes before each slice, one after another, and where those of each end. */
const Heads = z.object({ key: z.string(), ends: z.array(whole) });

/**
 * How to decode a file in parts: the slices in order, and the bytes that make each a file of its own. They are alike for all
 * (`header`, in base64), or each slice has its own (`heads`), which are too long to be kept here.
 */
export const PartsPlan = z.object({
  header: z.base64(),
  slices: z.array(Slice),
  heads: Heads.optional(),
  /** What the header says of the file's length, if nothing else tells that its last part is whole. */
  lengthMs: whole.optional(),
});
export type PartsPlan = z.infer<typeof PartsPlan>;

/** A plan as it is made, with the bytes before each slice. */
export type PlannedParts = Omit<PartsPlan, 'heads'> & { readonly heads?: readonly Buffer[] };

/** Why a file is cut as one. */
const Serially = z.object({ serially: z.enum(['format', 'gaps', 'header', 'noise', 'short', 'silk']) });
export type Serially = z.infer<typeof Serially>;

/** The samples of a slice that count, before they are resampled. */
export type Trim = Pick<Slice, 'skip' | 'end'>;

export type Planned = PlannedParts | Serially;

/** A plan that says where the bytes before each slice are kept. */
export const KeptPlan = z.union([PartsPlan, Serially]);
export type KeptPlan = z.infer<typeof KeptPlan>;
