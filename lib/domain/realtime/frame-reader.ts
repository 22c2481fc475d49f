import type { Frame } from './session-repository.ts';

/** The bytes of a frame between two positions in the stream. Silence takes memory only when it is read. */
const bytesOf = ({ offset, endOffset, data }: Frame, from: number, until: number): Uint8Array => {
  const end = Math.min(endOffset, until);
  return data ? data.subarray(from - offset, end - offset) : new Uint8Array(end - from);
};

/** Puts frames, which may arrive in any order and overlap, into one stream of bytes that begins at `start`. */
export const frameReader = (start: number) => {
  // Sorted by offset. Frames that end before the cursor are removed.
  let frames: readonly Frame[] = [];
  let cursor = start;
  let through = start;
  let lastOffset = -1;

  /**
   * The frame with this byte. If there are several, the one that begins last, so that a late frame does not replace the
   * silence of a filled gap.
   */
  const covering = (byte: number): Frame | undefined =>
    frames.findLast(({ offset, endOffset }) => offset <= byte && byte < endOffset);

  return {
    /** The first byte that has not been taken. */
    get cursor() {
      return cursor;
    },
    /** Every byte before it has arrived. */
    get through() {
      return through;
    },
    /**
     * The highest offset of a frame that was read and begins before `through`; -1 if there is none. Frames before it
     * contain nothing new.
     */
    get lastOffset() {
      return lastOffset;
    },
    /** Where the next bytes after a gap begin; undefined if nothing has arrived beyond `through`. */
    get beyond(): number | undefined {
      return frames.find(({ offset }) => offset > through)?.offset;
    },
    /** Adds frames; whether one of them was new, even if it brought no bytes. */
    add: (found: readonly Frame[]): boolean => {
      const lastBefore = lastOffset;
      const known = new Set(frames.map(({ offset }) => offset));
      const added = found.filter(({ offset, endOffset }) => endOffset > cursor && !known.has(offset));
      frames = [...frames, ...added].toSorted((a, b) => a.offset - b.offset);
      for (let next = covering(through); next; next = covering(through)) through = next.endOffset;
      // Frames that lie within others count as well. Otherwise a page with only such frames would be read again and
      // again.
      for (const { offset } of [...frames, ...found])
        if (offset < through) lastOffset = Math.max(lastOffset, offset);
      return added.length > 0 || lastOffset > lastBefore;
    },
    /** Takes the next bytes up to the byte `until`, at most `maxBytes`; none if they have not arrived. */
    take: (until: number, maxBytes: number): Uint8Array => {
      const end = Math.min(until, cursor + maxBytes);
      const parts: Uint8Array[] = [];
      for (let frame = covering(cursor); frame && cursor < end; frame = covering(cursor)) {
        const bytes = bytesOf(frame, cursor, end);
        parts.push(bytes);
        cursor += bytes.length;
      }
      frames = frames.filter(({ endOffset }) => endOffset > cursor);
      return Buffer.concat(parts);
    },
  };
};
