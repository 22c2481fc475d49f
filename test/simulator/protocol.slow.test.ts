import { expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { simulate } from './simulate.ts';
import { wrongDeletions } from './wrong-deletions.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongFetches } from './wrong-fetches.ts';
import { wrongHolds } from './wrong-holds.ts';
import { wrongStores } from './wrong-stores.ts';
import { wrongTurns } from './wrong-turns.ts';
import { wrongWorkers } from './wrong-workers.ts';

/** SIM_SEED=n replays one seed; SIM_SEEDS=n runs so many, for a night. */
const { SIM_SEED: only, SIM_SEEDS: count = '20000' } = process.env;
const seeds =
  only === undefined ? { from: 0, to: Number(count) } : { from: Number(only), to: Number(only) + 1 };

const mutantSeeds = 20_000;
const lastSteps = 200;

const firstBreach = async (to: number, mutant: Mutant, from = 0) => {
  for (let seed = from; seed < to; seed += 1) {
    const { breach } = await simulate(seed, { mutant });
    if (breach !== undefined) return { seed, breach };
  }
  return undefined;
};

test('the protocol keeps its promises, whatever fails', { timeout: Infinity }, async () => {
  const found = await firstBreach(seeds.to, {}, seeds.from);
  if (!found) return;
  const { trace } = await simulate(found.seed, { traced: true });
  const steps = trace.slice(-lastSteps).join('\n');
  throw new Error(`SIM_SEED=${found.seed}: ${found.breach}\n${steps}`);
});

test('a seed is always the same run', async () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const first = await simulate(seed, { traced: true });
    expect(await simulate(seed, { traced: true })).toEqual(first);
  }
});

const mutants = {
  ...{ ...wrongStores, ...wrongWorkers, ...wrongTurns, ...wrongFetches },
  ...{ ...wrongDeletions, ...wrongEvents, ...wrongHolds },
};
test.skipIf(only !== undefined).each(Object.entries(mutants))('caught: %s', async (_, mutant) => {
  expect(await firstBreach(mutantSeeds, mutant)).toBeDefined();
});
