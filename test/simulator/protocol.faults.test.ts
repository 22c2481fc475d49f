import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { seedsOr, worldsOf } from './worlds.ts';

test('the protocol keeps its guarantees under all simulated faults', { timeout: Infinity }, async () => {
  await worldsOf(simulate).assertKept(seedsOr(5_000));
});

test('two runs with the same seed are identical', async () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const first = await simulate(seed, { traced: true });
    expect(await simulate(seed, { traced: true })).toEqual(first);
  }
});
