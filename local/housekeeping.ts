import type { Backends } from './backends.ts';
import { expireItems } from './dynamodb/expire-items.ts';
import { every, type Clock } from './events/clock.ts';
import type { Functions } from './lambda/deploy.ts';
import { enforceMemory } from './lambda/memory.ts';

type Housekeeping = { backends: Backends; functions: Functions; clock: Clock; log: (line: string) => void };

/** Does by the clock what AWS does unasked: expire items and objects, hold functions to their memory. Returns its end. */
export const startHousekeeping = ({ backends, functions, clock, log }: Housekeeping): (() => void) => {
  const report = (error: unknown) => log(`Housekeeping failed: ${String(error)}`);
  const sweep = async () => {
    await expireItems(backends.tables, backends.dynamodb.call, clock.now());
    await backends.s3.sweepLifecycle();
  };
  const stops = [
    every(clock, 60_000, () => void sweep().catch(report)),
    every(clock, 1000, () => void enforceMemory(functions.pools).catch(report)),
  ];
  return () => stops.forEach((stop) => stop());
};
