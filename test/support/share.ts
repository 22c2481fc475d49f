import { seeded } from './random.ts';
import { seedOf } from './seed.ts';

/** A random share of `all`, of the size of KILL_SHARE, for example 0.5. KILL_SEED selects the entries. The default is all. */
export const shareOf = <T>(all: readonly T[]): T[] => {
  const { KILL_SHARE: share = '1' } = process.env;
  const random = seeded(seedOf('KILL_SEED'));
  return all.filter(() => random.chance(Number(share)));
};
