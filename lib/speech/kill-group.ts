/** Kills the process group that a detached child leads: the child, and all that it started. */
export const killGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
};
