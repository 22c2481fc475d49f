import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';
import { withOutput } from './with-output.ts';

const folder = import.meta.dirname;
/** The folder in which Python finds installed packages. */
export const pythonPath = join(folder, '../../.local/cache/foreign-python');

const canInstall = spawnSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0;

/** The reason why Python programs cannot run here. Undefined if they can. */
export const noPython = canInstall ? undefined : 'There is no Python with pip.';

const pip = (...args: string[]): void => {
  const quietly = ['--quiet', '--disable-pip-version-check', '--root-user-action', 'ignore'];
  const env = { ...process.env, PYTHONPATH: pythonPath };
  execFileSync('python3', ['-m', 'pip', 'install', ...quietly, ...args], { env });
};

/** Installs the packages of the clients once. */
export const installPackages = (): void => {
  const requirements = join(folder, 'requirements.txt');
  installOnce(pythonPath, requirements, () => pip('--target', pythonPath, '-r', requirements));
};

/** Builds a package of the repository like a customer's pip, and installs it into a folder. */
export const installPackage = (source: string, target: string): void =>
  pip('--no-deps', '--no-build-isolation', '--target', target, source);

/** The script of an installed program. */
export const programOf = (name: string): string => join(pythonPath, 'bin', name);

const execute = promisify(execFile);

export type PythonRun = {
  readonly cwd?: string;
  /** Folders with packages in addition to those of requirements.txt. */
  readonly paths?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Buffer;
};

/** Runs Python, by default in this folder. Returns its output. Rejects with the output if it failed. */
export const runPython = async (
  args: readonly string[],
  { cwd = folder, paths = [], env, input }: PythonRun = {},
): Promise<string> => {
  const running = execute('python3', args, {
    cwd,
    env: {
      ...process.env,
      ...env,
      PYTHONPATH: [...paths, pythonPath].join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  running.child.stdin?.end(input);
  const { stdout } = await withOutput(running);
  return stdout.trim();
};
