import { execFileSync } from 'node:child_process';

/** Whether the process runs. A zombie does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z');
  } catch {
    return false;
  }
};
