import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { simulate } from './simulate.ts';
import { wrongDeletions } from './wrong-deletions.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongFetches } from './wrong-fetches.ts';
import { wrongHolds } from './wrong-holds.ts';
import { wrongStores } from './wrong-stores.ts';
import { wrongParts } from './wrong-parts.ts';
import { wrongPermits } from './wrong-permits.ts';
import { wrongWorkers } from './wrong-workers.ts';

/** SIM_SEED=n replays one seed. SIM_SEEDS=n sets the number of seeds, for long runs. */
const { SIM_SEED: only, SIM_SEEDS: count = '5000' } = process.env;
const seeds =
  only === undefined ? { from: 0, to: Number(count) } : { from: Number(only), to: Number(only) + 1 };

const mutantSeeds = 20_000;
const lastSteps = 200;

const firstViolation = async (to: number, mutant: Mutant, from = 0) => {
  for (let seed = from; seed < to; seed += 1) {
    const { violation } = await simulate(seed, { mutant });
    if (violation !== undefined) return { seed, violation };
  }
  return undefined;
};

test('the protocol keeps its guarantees under all simulated faults', { timeout: Infinity }, async () => {
  const found = await firstViolation(seeds.to, {}, seeds.from);
  if (!found) return;
  const { trace } = await simulate(found.seed, { traced: true });
  const steps = trace.slice(-lastSteps).join('\n');
  throw new Error(`SIM_SEED=${found.seed}: ${found.violation}\n${steps}`);
});

test('two runs with the same seed are identical', async () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const first = await simulate(seed, { traced: true });
    expect(await simulate(seed, { traced: true })).toEqual(first);
  }
});

const mutants = {
  ...{ ...wrongParts, ...wrongStores, ...wrongWorkers, ...wrongPermits, ...wrongFetches },
  ...{ ...wrongDeletions, ...wrongEvents, ...wrongHolds },
};
test.skipIf(only !== undefined).each(Object.entries(mutants))(
  'the simulation detects the defect: %s',
  async (_, mutant) => {
    expect(await firstViolation(mutantSeeds, mutant)).toBeDefined();
  },
);
