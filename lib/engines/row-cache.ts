import { type FloatSpace, floatSpace } from './float-space.ts';

/** What a decoder remembers of its texts, a row for each. */
export type RowCache = {
  clear(): void;
  /** Puts its rows of `rowSize` floats into the order of `rows`, in which one may come twice or not at all. */
  order(rows: readonly number[], rowSize: number): Float32Array;
  /** Where what follows is to be written; what `order` gave stays until the next call. */
  follow: FloatSpace;
};

/** One in memory of its own that is used again: what it holds is in one half, the other is free. */
export function rowCache(): RowCache {
  let held = new Float32Array();
  let own = floatSpace();
  let free = floatSpace();
  const moveTo: FloatSpace = (length) => {
    held = free(length);
    [own, free] = [free, own];
    return held;
  };
  return {
    clear() {
      held = new Float32Array();
    },
    order(rows, rowSize) {
      const before = held;
      if (rows.length * rowSize === before.length && rows.every((row, i) => row === i)) return before;
      const ordered = moveTo(rows.length * rowSize);
      rows.forEach((row, i) => ordered.set(before.subarray(row * rowSize, (row + 1) * rowSize), i * rowSize));
      return ordered;
    },
    follow: moveTo,
  };
}
