import type { Position } from './cursor.ts';

/** A filter may match few entries. At most 500 entries are read per request. Then the page ends early, with a cursor. */
const readSize = 100;
const maxReads = 5;

type Wanted = {
  readonly limit: number;
  readonly cursor?: Position | undefined;
  /** Whether a filter may drop most entries. */
  readonly isFiltered: boolean;
};

type Read<Entry> = { readonly entries: readonly Entry[]; readonly next: Position | null };

/** Continues to read until the page of a list is full. `next` is the position of the next page, null on the last one. */
export const readPage = async <Entry extends Position>(
  { limit, cursor, isFiltered }: Wanted,
  read: (part: { readonly limit: number; readonly after: Position | undefined }) => Promise<Read<Entry>>,
): Promise<Read<Entry>> => {
  const found: Entry[] = [];
  let after = cursor;
  for (let reads = 0; reads < maxReads && found.length <= limit; reads += 1) {
    // One entry more than requested shows whether another page follows.
    const { entries, next } = await read({ limit: reads === 0 && !isFiltered ? limit + 1 : readSize, after });
    found.push(...entries);
    after = next ?? undefined;
    if (!after) break;
  }
  const shown = found.slice(0, limit);
  return { entries: shown, next: (found.length > limit ? shown.at(-1) : after) ?? null };
};
