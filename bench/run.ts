/**
 * Runs every benchmark in sequence, one JSON line per figure. `npm run bench -- aws-calls` runs one. Numbers after its name are
 * its arguments: `npm run bench -- load 10000 60`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const all = [
  'aws-calls',
  'bundles',
  'pipeline',
  'speech',
  'vocabulary',
  'live',
  'realtime',
  'hops',
  'growth',
  'channels',
  'cuts',
  'turnaround',
  'fairness',
  'load',
  'transcript',
];
const words = process.argv.length > 2 ? process.argv.slice(2) : all;
const chosen = words.join(' ').split(/ (?=\D)/);

for (const [name, ...numbers] of chosen.map((one) => one.split(' '))) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...numbers], {
    stdio: 'inherit',
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT' },
  });
  if (status !== 0) process.exitCode = 1;
}
