import { existsSync } from 'node:fs';
import { expireItems } from './dynamodb/expire-items.ts';
import type { DynamoDb } from './dynamodb/start.ts';
import type { Table } from './dynamodb/tables.ts';
import { every, type Clock } from './events/clock.ts';
import type { Functions } from './lambda/deploy.ts';
import { enforceMemory } from './lambda/memory.ts';
import type { LocalS3 } from './s3/s3.ts';

type Housekeeping = {
  readonly backends: {
    readonly tables: readonly Table[];
    readonly dynamodb: Pick<DynamoDb, 'call'>;
    readonly s3: Pick<LocalS3, 'sweepLifecycle'>;
  };
  readonly functions: Pick<Functions, 'pools'>;
  readonly scratchDir: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly onLost: (reason: string) => void;
};

/**
 * Periodically does the background work of AWS: expires items and objects, and enforces memory limits. Also checks that the
 * functions' files still exist. Returns a function that stops it.
 */
export const startHousekeeping = (options: Housekeeping): (() => void) => {
  const { backends, functions, clock, log } = options;
  let last = '';
  // A permanent failure would otherwise fill the terminal with a line every second.
  const report = (error: unknown): void => {
    if (String(error) !== last) log(`Housekeeping failed: ${String(error)}`);
    last = String(error);
  };
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

/** Calls `onLost` once if the functions' files are missing, because no function can start without them. */
const watchFiles = ({ functions, scratchDir, clock, onLost }: Housekeeping): (() => void) => {
  const needed = [scratchDir, ...functions.pools.map(({ spec }) => spec.file)];
  const stop = every(clock, 2000, () => {
    const gone = needed.find((path) => !existsSync(path));
    if (gone === undefined) return;
    stop();
    onLost(
      `${gone} was deleted, perhaps by a cleaner of temporary files. No function can start without it. ` +
        'Start Earshot again. The data folder is not affected.',
    );
  });
  return stop;
};
