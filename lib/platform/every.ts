/** Calls `run` every `ms` until the returned function is called. */
export type Every = (ms: number, run: () => void) => () => void;

export const every: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};

type Heart = { readonly every: Every; readonly ms: number; readonly beat: () => Promise<void> };

/**
 * Runs a beat every `ms` while `work` lasts, and waits for beats that have begun. A renewal that ends later would undo the
 * next write, or lock a job that already waits for its next stage.
 */
export const whileBeating = async <T>(heart: Heart, work: () => Promise<T>): Promise<T> => {
  const { ms, beat } = heart;
  let beats: Promise<unknown> = Promise.resolve();
  const stop = heart.every(ms, () => {
    beats = Promise.all([beats, beat()]);
  });
  try {
    return await work();
  } finally {
    stop();
    await beats;
  }
};
