import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import type { PartsPlan, PlannedParts } from '#lib/speech/audio/parts/plan.ts';

/**
 * Stores the bytes that precede all slices as one object, because a call costs more than its bytes. Returns the plan
 * that names the object.
 */
export const keepHeads = async (
  audio: Pick<Bucket, 'put'>,
  key: string,
  { heads, ...plan }: PlannedParts,
): Promise<PartsPlan> => {
  if (!heads) return plan;
  await audio.put(key, Buffer.concat(heads), 'application/octet-stream');
  let end = 0;
  const ends = heads.map(({ length }) => (end += length));
  return { ...plan, heads: { key, ends } };
};

/** The bytes that precede the slice of a part. Throws `NotInParts` if they are gone. */
export const sliceHead = async (
  audio: Pick<Bucket, 'get'>,
  { header, heads }: PartsPlan,
  part: number,
): Promise<Buffer> => {
  if (!heads) return Buffer.from(header, 'base64');
  const [from = 0, to = 0] = [heads.ends[part - 1], heads.ends[part]];
  const head = await audio.get(heads.key, { from, to });
  if (!head) throw new NotInParts('The heads of the slices are gone.');
  return head;
};
