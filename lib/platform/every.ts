/** Calls `run` every `ms` until the returned function is called. */
export type Every = (ms: number, run: () => void) => () => void;

export const every: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};
