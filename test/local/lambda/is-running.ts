import { execFileSync } from 'node:child_process';

/** Whether the process runs; one that is dead and only not yet reaped does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z');
  } catch {
    return false;
  }
};
