import * as z from 'zod';
import { chunksPerPart } from '#lib/speech/audio/parts/plan.ts';

const BorderCut = z.object({ ms: z.int(), sound: z.int() });

/** How a part was cut: the number of its chunks, and the two borders as its worker found them. */
export const PartCut = z.object({ chunks: z.int(), start: BorderCut, end: BorderCut });
export type PartCut = z.infer<typeof PartCut>;

/**
 * The audio of a job is cut in `count` parts, as one attempt planned it. The plan has its own item, which only the
 * workers that cut read.
 */
export const Parts = z.object({
  attempt: z.int(),
  count: z.int(),
  plannedAt: z.iso.datetime(),
});
export type Parts = z.infer<typeof Parts>;

/** The numbers of the parts that are not cut yet. */
export const missingParts = ({
  count,
  cutParts,
}: Pick<Parts, 'count'> & { readonly cutParts: ReadonlySet<number> }): number[] =>
  Array.from({ length: count }, (_, part) => part).filter((part) => !cutParts.has(part));

/** The whole audio, joined from the cuts of its parts. */
export type JoinedParts = { readonly chunksOfParts: readonly number[]; readonly audioMs: number };

/** Encoders disagree about whether their padding counts as length. */
const toleranceMs = 500;

/**
 * Joins the cuts of all parts. Undefined if two neighbours found different borders between them (at another place or in
 * other sound), or if the length of the file differs from its header.
 */
export const joinCuts = (cuts: readonly PartCut[], lengthMs?: number): JoinedParts | undefined => {
  const agree = cuts.every(({ start }, part) => {
    const before = part === 0 ? { ms: 0, sound: 0 } : cuts[part - 1]?.end;
    return before?.ms === start.ms && before.sound === start.sound;
  });
  const last = cuts.at(-1);
  const isWhole = lengthMs === undefined || Math.abs((last?.end.ms ?? 0) - lengthMs) <= toleranceMs;
  return agree && isWhole && last
    ? { chunksOfParts: cuts.map(({ chunks }) => chunks), audioMs: last.end.ms }
    : undefined;
};

/** The numbers of a part's chunks. */
export const chunksOfPart = (part: number, chunks: number): number[] =>
  Array.from({ length: chunks }, (_, at) => part * chunksPerPart + at);
