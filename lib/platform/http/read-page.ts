import type { Position } from './cursor.ts';

/**
 * A filter may match few entries, and those that have expired are dropped too. The reads of a request grow to about 1 MB of
 * jobs, which is all that one read returns, and to 5,300 entries in all. Then the page ends early, with a cursor.
 */
const growingReads = [100, 400, 1_600, 1_600, 1_600] as const;

type Wanted = {
  readonly limit: number;
  readonly cursor?: Position | undefined;
  /** Whether a filter may drop most entries. */
  readonly isFiltered: boolean;
  /** How many entries each read of a request reads. The first one reads the page instead if the list is not filtered. */
  readonly reads?: readonly number[];
};

type Read<Entry> = { readonly entries: readonly Entry[]; readonly next: Position | null };

/** Continues to read until the page of a list is full. `next` is the position of the next page, null on the last one. */
export const readPage = async <Entry extends Position>(
  { limit, cursor, isFiltered, reads = growingReads }: Wanted,
  read: (part: { readonly limit: number; readonly after: Position | undefined }) => Promise<Read<Entry>>,
): Promise<Read<Entry>> => {
  const found: Entry[] = [];
  let after = cursor;
  for (const [at, size] of reads.entries()) {
    // One entry more than requested shows whether another page follows.
    const { entries, next } = await read({ limit: at === 0 && !isFiltered ? limit + 1 : size, after });
    found.push(...entries);
    after = next ?? undefined;
    if (!after || found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  return { entries: shown, next: (found.length > limit ? shown.at(-1) : after) ?? null };
};
