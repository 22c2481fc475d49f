import { mulberry32 } from './random.ts';

/** Pseudo-random numbers that only depend on the seed. */
export const chanceOf = (seed: number) => {
  const next = mulberry32(seed);
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
