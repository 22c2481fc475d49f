import { existsSync } from 'node:fs';
import type { Backends } from './backends.ts';
import { expireItems } from './dynamodb/expire-items.ts';
import { every, type Clock } from './events/clock.ts';
import type { Functions } from './lambda/deploy.ts';
import { enforceMemory } from './lambda/memory.ts';

type Housekeeping = {
  backends: Backends;
  functions: Functions;
  scratchDir: string;
  clock: Clock;
  log: (line: string) => void;
  onLost: (reason: string) => void;
};

/**
 * Does by the clock what AWS does unasked: expire items and objects, hold functions to their memory. Watches the files
 * that functions are started from. Returns its end.
 */
export const startHousekeeping = (options: Housekeeping): (() => void) => {
  const { backends, functions, clock, log } = options;
  const report = (error: unknown) => log(`Housekeeping failed: ${String(error)}`);
  const sweep = async () => {
    await expireItems(backends.tables, backends.dynamodb.call, clock.now());
    await backends.s3.sweepLifecycle();
  };
  const stops = [
    every(clock, 60_000, () => void sweep().catch(report)),
    every(clock, 1000, () => void enforceMemory(functions.pools).catch(report)),
    watchFiles(options),
  ];
  return () => stops.forEach((stop) => stop());
};

/** Without them no function can be started ever again. Tells it once. */
const watchFiles = ({ functions, scratchDir, clock, onLost }: Housekeeping): (() => void) => {
  const needed = [scratchDir, ...functions.pools.map(({ spec }) => spec.file)];
  const stop = every(clock, 2000, () => {
    const gone = needed.find((path) => !existsSync(path));
    if (gone === undefined) return;
    stop();
    onLost(
      `${gone} is gone, and without it no function can start. Perhaps a cleaner of temporary files removed it. ` +
        'Start Earshot again: what is in its data folder is safe.',
    );
  });
  return stop;
};
