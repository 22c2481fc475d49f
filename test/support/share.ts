import { seeded } from './random.ts';
import { seedOf } from './seed.ts';

/** All of them, or as many as KILL_SHARE says, for example 0.5. Which these are depends on KILL_SEED. */
export const shareOf = <T>(all: readonly T[]): T[] => {
  const { KILL_SHARE: share = '1' } = process.env;
  const random = seeded(seedOf('KILL_SEED'));
  return all.filter(() => random.chance(Number(share)));
};
