import { expect, test } from 'vitest';
import { firstViolation } from './first-violation.ts';
import { simulate } from './simulate.ts';

/** SIM_SEED=n replays one seed. SIM_SEEDS=n sets the number of seeds, for long runs. */
const { SIM_SEED: only, SIM_SEEDS: count = '5000' } = process.env;
const seeds =
  only === undefined ? { from: 0, to: Number(count) } : { from: Number(only), to: Number(only) + 1 };

const lastSteps = 200;

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
