import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Interactive shells, as terminals have them, without the settings of whoever runs the test. */
export const shells = [
  { shell: 'dash', flags: ['-i'] },
  { shell: 'bash', flags: ['--norc', '-i'] },
  { shell: 'zsh', flags: ['-f', '-i'] },
] as const;
export type Shell = (typeof shells)[number];

export const isMissing = ({ shell }: Shell): boolean => spawnSync(shell, ['-c', 'true']).error !== undefined;

type Surroundings = { cwd: string; path?: string };

/** What a shell prints when lines are pasted into it, one after the other. */
export const paste = async (
  { shell, flags }: Shell,
  lines: readonly string[],
  { cwd, path = process.env['PATH'] ?? '' }: Surroundings,
): Promise<{ printed: string[]; errors: string }> => {
  const env = { ...process.env, PATH: path, HISTFILE: '/dev/null', PS1: '' };
  // In a session of its own, away from the terminal of whoever runs the test.
  const child = spawn(shell, flags, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { printed: out.trim().split('\n'), errors };
};
