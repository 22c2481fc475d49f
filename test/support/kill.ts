import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Kills a process that may have ended. Resolves when it has. */
export const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};
