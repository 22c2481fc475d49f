import type { Position } from './cursor.ts';

/**
 * A filter may match few entries, and those that have expired are dropped too. The reads of a request grow, to 5,300 entries in
 * all. Then the page ends early, with a cursor.
 */
const firstRead = 100;
const growth = 4;
/** About 1 MB of jobs, which is all that one read returns. */
const largestRead = 1_600;
const maxReads = 5;

type Wanted = {
  readonly limit: number;
  readonly cursor?: Position | undefined;
  /** Whether a filter may drop most entries. */
  readonly isFiltered: boolean;
  /** The most entries to read at once, if each costs a read of its own. */
  readonly atOnce?: number;
};

type Read<Entry> = { readonly entries: readonly Entry[]; readonly next: Position | null };

/** Continues to read until the page of a list is full. `next` is the position of the next page, null on the last one. */
export const readPage = async <Entry extends Position>(
  { limit, cursor, isFiltered, atOnce = largestRead }: Wanted,
  read: (part: { readonly limit: number; readonly after: Position | undefined }) => Promise<Read<Entry>>,
): Promise<Read<Entry>> => {
  const found: Entry[] = [];
  let after = cursor;
  for (let reads = 0; reads < maxReads && found.length <= limit; reads += 1) {
    // One entry more than requested shows whether another page follows.
    const size = Math.min(firstRead * growth ** reads, atOnce);
    const { entries, next } = await read({ limit: reads === 0 && !isFiltered ? limit + 1 : size, after });
    found.push(...entries);
    after = next ?? undefined;
    if (!after) break;
  }
  const shown = found.slice(0, limit);
  return { entries: shown, next: (found.length > limit ? shown.at(-1) : after) ?? null };
};
