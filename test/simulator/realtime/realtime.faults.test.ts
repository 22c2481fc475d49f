import { expect, test } from 'vitest';
import { assertKept, firstViolation } from './first-violation.ts';
import { wrongRunners } from './wrong-runners.ts';
import { wrongSessions } from './wrong-sessions.ts';

/** SIM_SEED=n replays one seed. SIM_SEEDS=n sets the number of seeds, for long runs: a world takes 70 ms. */
const { SIM_SEED: only, SIM_SEEDS: count = '1000' } = process.env;
const seeds =
  only === undefined ? { from: 0, to: Number(count) } : { from: Number(only), to: Number(only) + 1 };

test('realtime sessions keep their promises under all simulated faults', { timeout: Infinity }, async () => {
  await assertKept(seeds);
});

const mutants = { ...wrongRunners, ...wrongSessions };
test.skipIf(only !== undefined).each(Object.entries(mutants))(
  'the simulation detects the defect: %s',
  async (_, mutant) => {
    expect(await firstViolation({ from: 0, to: 2_000 }, mutant)).toBeDefined();
  },
);
