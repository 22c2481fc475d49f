import * as z from 'zod';

/** With fewer parts, distributing them to workers takes as long as it saves. */
export const minParts = 3;

/** The chunks of each part are numbered from a multiple of this. A part of four minutes has 10 to 25. */
export const chunksPerPart = 100;

/** The maximum size of `header`, because each part reads it. */
export const maxHeaderBytes = 8 * 1024;

const whole = z.int().nonnegative();

/**
 * The bytes of the file that a part decodes, from `from` to before `to`. With `skip`, decoding drops that many samples
 * per channel, ends before sample `end`, and ignores the times in the file.
 */
const Slice = z.object({ from: whole, to: whole, skip: whole.optional(), end: whole.optional() });
export type Slice = z.infer<typeof Slice>;

/** The key of the object with the bytes that go before each slice, one after another, and the end of each in it. */
const Heads = z.object({ key: z.string(), ends: z.array(whole) });

/**
 * How to decode a file in parts: the slices in order, and the bytes that turn each slice into a file. These bytes are
 * the same for all slices (`header`, in base64), or each slice has its own in `heads`, because they are too long to keep
 * here.
 */
export const PartsPlan = z.object({
  header: z.base64(),
  slices: z.array(Slice),
  heads: Heads.optional(),
  /** The length of the audio that the file's header declares, if nothing else shows whether the last part is complete. */
  lengthMs: whole.optional(),
});
export type PartsPlan = z.infer<typeof PartsPlan>;

/** A new plan, with the bytes that go before each slice. */
export type PlannedParts = Omit<PartsPlan, 'heads'> & { readonly heads?: readonly Buffer[] };

/** The reason why a file is cut serially. */
const Serially = z.object({ serially: z.enum(['format', 'gaps', 'header', 'noise', 'short', 'silk']) });
export type Serially = z.infer<typeof Serially>;

/** Which samples of a slice count, before resampling. */
export type Trim = Pick<Slice, 'skip' | 'end'>;

export type Planned = PlannedParts | Serially;

/** A plan that names the object in which the bytes before each slice are stored. */
export const KeptPlan = z.union([PartsPlan, Serially]);
export type KeptPlan = z.infer<typeof KeptPlan>;
