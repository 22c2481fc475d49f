import { test } from 'vitest';
import { seedsOr, worldsOf } from '../worlds.ts';
import { simulateRealtime } from './simulate.ts';
import { wrongRunners } from './wrong-runners.ts';
import { wrongSessions } from './wrong-sessions.ts';

const { assertKept, testDetectionOf } = worldsOf(simulateRealtime);

// A world takes 70 ms.
test('realtime sessions keep their promises under all simulated faults', { timeout: Infinity }, async () => {
  await assertKept(seedsOr(1_000));
});

testDetectionOf({ ...wrongRunners, ...wrongSessions }, 2_000);
