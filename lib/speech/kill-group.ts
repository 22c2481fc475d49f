/** Kills the process group of a detached child: the child and all its descendants. */
export const killGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};
