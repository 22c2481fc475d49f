import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';

// The program replaces the shell, so it keeps pid, exit code and signal. A watcher process reads a pipe that only this process
// writes to. The pipe closes when this process ends, even by kill -9, and the watcher then kills the group.
const script = 'exec 9<&0; (exec >/dev/null 2>&1 3>&-; read -r _ <&9; kill -9 0) & exec "$@" </dev/null 9<&-';

type Options = { readonly cwd?: string; readonly env?: Record<string, string>; readonly channel?: boolean };

/** Starts a program in its own process group. It cannot outlive this process. */
export const spawnGuarded = (command: readonly string[], options: Options = {}): ChildProcess => {
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...(options.channel ? (['ipc'] as const) : [])];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    detached: true,
    stdio,
    cwd: options.cwd,
    env: { ...options.env },
  });
  // If the shell ends first, the pipe breaks. The exit event reports that better.
  child.stdin?.on('error', () => {});
  child.once('exit', () => killGroup(child));
  return child;
};

/** Kills the program and its children. */
export const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
