import { spawnSync } from 'node:child_process';

const toSeconds = (text: string): number => {
  const [, minutes = '0', seconds = '0'] = /(\d+)m([\d.]+)s/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/** Processor seconds (user and system) that a command and everything it started and waited for took. */
export const cpuOf = (command: readonly string[]): number => {
  // The shell's `times` ends with a line of what its children used.
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', '"$@" >/dev/null; status=$?; times; exit $status', 'sh', ...command],
    {
      encoding: 'utf8',
      env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'CRITICAL' },
    },
  );
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stderr}`);
  const [user = '', system = ''] = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
  return toSeconds(user) + toSeconds(system);
};
