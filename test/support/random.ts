/** Pseudo-random numbers from 0 to 1, exclusive, that only depend on the start value (mulberry32). */
export const mulberry32 = (begin: number) => {
  let state = begin >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Pseudo-random numbers that only depend on the seed. */
export const seeded = (seed: number) => {
  const next = mulberry32(Math.imul(seed, 0x9e3779b1));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number): boolean => probability > 0 && next() < probability,
    between: (min: number, max: number): number => min + below(max - min + 1),
    pick: <T>(...choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0],
  };
};
export type Random = ReturnType<typeof seeded>;
