import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { simulate } from './simulate.ts';

const mutantSeeds = 20_000;

/** The first of these seeds in whose world a guarantee is broken, and how. */
export const firstViolation = async (to: number, mutant: Mutant, from = 0) => {
  for (let seed = from; seed < to; seed += 1) {
    const { violation } = await simulate(seed, { mutant });
    if (violation !== undefined) return { seed, violation };
  }
  return undefined;
};

/** Tests that the simulation finds each of these defects. Not with SIM_SEED, which replays a world of the protocol. */
export const testDetectionOf = (mutants: Readonly<Record<string, Mutant>>): void =>
  test.skipIf(process.env['SIM_SEED'] !== undefined).each(Object.entries(mutants))(
    'the simulation detects the defect: %s',
    async (_, mutant) => {
      expect(await firstViolation(mutantSeeds, mutant)).toBeDefined();
    },
  );
