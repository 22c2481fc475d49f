import type { Mutants } from './mutant.ts';

/** Workers that wait for a place of their project in the wrong way. */
export const wrongTurns: Mutants = {
  'a message that waits for a place uses up its tries': {
    turns: () => ({
      send: async () => {
        throw new Error('There is no place.');
      },
    }),
  },
};
