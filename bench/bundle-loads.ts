import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtBundles } from '#cdk/constructs/bundle.ts';

export type Bundle = { readonly name: string; readonly file: string };

const root = join(import.meta.dirname, '..');
const layer = join(root, `build/speech-${process.arch}/speech`);
const speechDir =
  process.env['EARSHOT_SPEECH_DIR'] ?? (existsSync(join(layer, 'bin')) ? layer : join(root, '.local/speech'));
const names = [
  'TABLE_NAME',
  'AUDIO_BUCKET',
  'RESULTS_BUCKET',
  'FETCH_QUEUE_URL',
  'SPLIT_QUEUE_URL',
  'CHUNK_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
  'WEBHOOK_KEY_ARN',
];
/** Environment variables without which a function fails to load. */
export const environment = {
  ...Object.fromEntries(names.map((name) => [name, 'x'])),
  ...{
    SPEECH_DIR: speechDir,
    SPEECH_MODEL: 'moonshine-tiny',
    TRANSLATOR: 'none',
    RESULT_RETENTION_DAYS: '30',
    PREPAID: 'false',
    LIMITS: '{}',
    PRODUCTS: '[]',
    CONSOLE_ORIGIN: 'https://console.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'x',
    OIDC_REALM: 'x',
    AWS_REGION: 'eu-west-1',
  },
};
const script = `const t = performance.now(); await import(process.argv[1]);
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ importMs: performance.now() - t, cpuMs: (user + system) / 1000 })); process.exit()`;

/** In a fresh process: the wall time of the import, and the processor time since the process started. */
export const loadOf = ({ file }: Bundle): { importMs: number; cpuMs: number } => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, file],
    { env: environment, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${file} does not load:\n${stderr}`);
  return JSON.parse(stdout);
};

/** Calls `use` with the deployed bundle of each function. */
export const withBundles = async (
  use: (bundles: readonly Bundle[]) => void | Promise<void>,
): Promise<void> => {
  const outDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  try {
    // Outside the project, so that a bundle cannot fall back to the project's node_modules.
    cpSync(builtBundles(), outDir, { recursive: true });
    const files = globSync('**/index.mjs', { cwd: outDir }).toSorted();
    await use(files.map((path) => ({ name: dirname(path), file: join(outDir, path) })));
  } finally {
    rmSync(outDir, { recursive: true });
  }
};
