import type { Mutants } from './mutant.ts';

/** Defects of waiting for a place. */
export const wrongPlaces: Mutants = {
  'waiting for a place uses up the receives of a message': {
    placeDeps: () => ({
      send: async () => {
        throw new Error('There is no place.');
      },
    }),
  },
};
