import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const toSeconds = (text: string): number => {
  const [, minutes = '0', seconds = '0'] = /(\d+)m([\d.]+)s/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/** Processor seconds (user and system) of a command and the children it waited for. */
export const cpuOf = async (command: readonly string[]): Promise<number> => {
  // The last line of the shell's `times` is the usage of its children.
  const script = '"$@" >/dev/null; status=$?; times; exit $status';
  const { stdout } = await run('sh', ['-c', script, 'sh', ...command], {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'CRITICAL' },
  });
  const [user = '', system = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
  return toSeconds(user) + toSeconds(system);
};
