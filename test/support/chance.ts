/** Pseudo-random numbers that only depend on the seed. */
export const chanceOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0 to `below`, exclusive. */
  const under = (below: number): number => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[under(items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  };
  return { under, pick, bytes: (length: number) => Uint8Array.from({ length }, () => under(256)) };
};
export type Chance = ReturnType<typeof chanceOf>;
