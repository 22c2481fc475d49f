/** Runs every benchmark in sequence, one JSON line per figure. `npm run bench -- aws-calls` runs one. */
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
  'growth',
  'channels',
  'turnaround',
  'fairness',
  'load',
  'transcript',
];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const name of chosen) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT' },
  });
  if (status !== 0) process.exitCode = 1;
}
