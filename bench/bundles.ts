/**
 * G12: size of each function's bundle, the time a fresh process takes to load it, and until its first text. With the
 * layer of this processor where `npm run layer` has made it. node bench/bundles.ts [runs]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { synthesize } from '#local/synth.ts';
import { median, print } from './figure.ts';
import { firstTextTimer } from './first-text.ts';

const runs = Number(process.argv[2] ?? 5);
const root = join(import.meta.dirname, '..');
const layer = join(root, `build/speech-${process.arch}/speech`);
const speechDir =
  process.env['EARSHOT_SPEECH_DIR'] ?? (existsSync(join(layer, 'bin')) ? layer : join(root, '.local/speech'));
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
  const bundle = globSync('bundles/**/recognize-chunk/index.mjs', { cwd: outDir })[0] ?? '';
  const timer = await firstTextTimer(join(outDir, bundle), env);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timer.measure());
  await timer.stop();
  const value = Math.round(median(times));
  const target = 1_000;
  print({
    figure: 'start of recognize-chunk to its first text, 10 s of speech',
    value,
    unit: 'ms',
    target: `≤ ${target}`,
    pass: value <= target,
  });
} finally {
  rmSync(outDir, { recursive: true });
}
