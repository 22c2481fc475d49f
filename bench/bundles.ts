/** G12: size of each function's bundle, and the time a fresh process takes to load it. node bench/bundles.ts [runs] */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { synthesize } from '#local/synth.ts';
import { median, print } from './figure.ts';

const runs = Number(process.argv[2] ?? 5);
const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(import.meta.dirname, '../.local/speech');
const names = [
  'TABLE_NAME',
  'AUDIO_BUCKET',
  'RESULTS_BUCKET',
  'SPLIT_QUEUE_URL',
  'CHUNK_QUEUE_URL',
  'FINISH_QUEUE_URL',
];
const env = {
  ...Object.fromEntries(names.map((name) => [name, 'x'])),
  ...{
    SPEECH_DIR: speechDir,
    SPEECH_MODEL: 'moonshine-tiny',
    TRANSLATOR: 'none',
    RESULT_RETENTION_DAYS: '30',
    AWS_REGION: 'eu-west-1',
  },
};
const script =
  'const t = performance.now(); await import(process.argv[1]); console.log(performance.now() - t); process.exit()';

const importMs = (file: string): number => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, file],
    {
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${file} does not load:\n${stderr}`);
  return Number(stdout);
};

const outDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
try {
  await synthesize(outDir);
  for (const bundle of globSync('bundles/**/index.mjs', { cwd: outDir }).toSorted()) {
    const file = join(outDir, bundle);
    const times = Array.from({ length: runs }, () => importMs(file));
    const value = { bytes: statSync(file).size, import_ms: Math.round(median(times)) };
    print({ figure: `bundle ${dirname(bundle).replace(/^bundles\//, '')}`, value, unit: 'bytes, ms' });
  }
} finally {
  rmSync(outDir, { recursive: true });
}
