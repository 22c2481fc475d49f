import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = import.meta.dirname;
const packages = join(folder, '../../.local/cache/foreign-python');

const canInstall = spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0;

/** Why Python clients cannot run here, or undefined when they can. */
export const noPython = canInstall ? undefined : 'There is no Python with pip.';

/** Installs the packages of the clients, once. */
export const installPackages = (): void => {
  const requirements = join(folder, 'requirements.txt');
  const installed = join(packages, 'requirements.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  rmSync(packages, { recursive: true, force: true });
  const quietly = ['--quiet', '--disable-pip-version-check', '--root-user-action', 'ignore'];
  execFileSync('python3', ['-m', 'pip', 'install', ...quietly, '--target', packages, '-r', requirements]);
  writeFileSync(installed, wanted);
};

const execute = promisify(execFile);

/** Runs a script of this folder with bytes as its input. Returns what it printed; rejects if it failed. */
export const runPython = async (script: string, args: readonly string[], input: Buffer): Promise<string> => {
  const running = execute('python3', [join(folder, script), ...args], {
    env: { ...process.env, PYTHONPATH: packages },
  });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
};
