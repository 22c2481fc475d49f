import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Interactive shells without user settings. */
export const bash = { shell: 'bash', flags: ['--norc', '-i'] } as const;
export const shells = [
  { shell: 'dash', flags: ['-i'] },
  bash,
  { shell: 'zsh', flags: ['-f', '-i'] },
] as const;
export type Shell = (typeof shells)[number];

export const isMissing = ({ shell }: Shell): boolean => spawnSync(shell, ['-c', 'true']).error !== undefined;

type PasteOptions = { cwd: string; path?: string };

/** Pastes lines into a shell, one after the other. Returns its output. */
export const paste = async (
  { shell, flags }: Shell,
  lines: readonly string[],
  { cwd, path = process.env['PATH'] ?? '' }: PasteOptions,
): Promise<{ printed: string[]; errors: string }> => {
  const env = { ...process.env, PATH: path, HISTFILE: '/dev/null', PS1: '' };
  // In its own session, detached from the terminal of the test.
  const child = spawn(shell, flags, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { printed: out.trim().split('\n'), errors };
};
