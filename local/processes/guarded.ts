import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';

// The program replaces the shell, so its pid, exit code and signal are its own. What stays behind is a watcher that
// reads the pipe only we can write to: the pipe closes when we end, even by kill -9, and the whole group goes with us.
const script = 'exec 9<&0; (exec >/dev/null 2>&1 3>&-; read -r _ <&9; kill -9 0) & exec "$@" </dev/null 9<&-';

type Options = { cwd?: string; env?: Record<string, string>; channel?: boolean };

/** Starts a program, as leader of its own process group, that cannot outlive this process. */
export const spawnGuarded = (command: readonly string[], options: Options = {}): ChildProcess => {
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...(options.channel ? (['ipc'] as const) : [])];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    detached: true,
    stdio,
    cwd: options.cwd,
    env: { ...options.env },
  });
  // A shell that dies first breaks the pipe; the exit event tells it better.
  child.stdin?.on('error', () => {});
  child.once('exit', () => killGroup(child));
  return child;
};

/** Kills the program and everything it started. */
export const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
};
