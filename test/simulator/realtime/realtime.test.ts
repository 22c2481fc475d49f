import { expect, test } from 'vitest';
import { worldsOf } from '../worlds.ts';
import { simulateRealtime } from './simulate.ts';

test('realtime sessions keep their promises in twenty worlds of faults', async () => {
  await worldsOf(simulateRealtime).assertKept({ from: 0, to: 20 });
});

test('two runs with the same seed are identical', async () => {
  const first = await simulateRealtime(7, { traced: true });
  expect(await simulateRealtime(7, { traced: true })).toEqual(first);
});
