import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtBundles } from '#cdk/constructs/bundle.ts';
import { functionEnvironment } from '../../test/support/function-environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Bundle = { readonly name: string; readonly file: string };

const root = join(import.meta.dirname, '../..');
const layer = join(root, `build/speech-${process.arch}/speech`);
/** The layer for this machine if it is built (npm run layer -- --platform x64), or else the runtime of the laptop. */
const speechDir = existsSync(join(layer, 'bin')) ? layer : join(root, '.local/speech');
/** Environment variables without which a function fails to load. */
export const environment = { ...functionEnvironment, SPEECH_DIR: speechDir };
const script = `const t = performance.now(); await import(process.argv[1]);
  console.log(JSON.stringify({ importMs: performance.now() - t })); process.exit()`;

/** Runs in a fresh process. Measures the wall time of the import. */
export const loadOf = ({ file }: Bundle): { importMs: number } => {
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
  // Outside the project, so that a bundle cannot fall back to the project's node_modules.
  using folder = temporaryFolder();
  cpSync(builtBundles(), folder.path, { recursive: true });
  const files = globSync('**/index.mjs', { cwd: folder.path }).toSorted();
  await use(files.map((path) => ({ name: dirname(path), file: join(folder.path, path) })));
};
