import type { Mutants } from './mutant.ts';

/** Defects of waiting for a permit. */
export const wrongPermits: Mutants = {
  'waiting for a permit uses up the receives of a message': {
    placeDeps: () => ({
      send: async () => {
        throw new Error('There is no permit.');
      },
    }),
  },
};
