import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';
import { withOutput } from './with-output.ts';

const source = join(import.meta.dirname, 'generated');
const folder = join(import.meta.dirname, '../../.local/cache/foreign-npm');

/** Installs the generators once. `npm run setup` does not, because their 112 MB are only needed here. */
export const installGenerators = (): void =>
  installOnce(folder, join(source, 'package-lock.json'), () => {
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(join(source, name), join(folder, name), { recursive: true });
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: folder });
  });

/** A new folder with the programs that use generated clients, where the generators' packages are found. */
export const newWorkFolder = (): string => {
  const work = mkdtempSync(join(folder, 'run-'));
  cpSync(source, work, { recursive: true });
  return work;
};

const execute = promisify(execFile);

/** Runs the script of a package. Rejects with its output if it failed. */
export const runPackage = async (
  cwd: string,
  [script, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const program = join(folder, 'node_modules', script);
  await withOutput(execute(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } }));
};
