/** The stack's clock, which tests replace. `after` returns a function that cancels the timer. */
export type Clock = { readonly now: () => Date; readonly after: (ms: number, run: () => void) => () => void };

export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Runs `run` every `ms`, the first time after `ms`, until the returned function is called. */
export const every = (clock: Clock, ms: number, run: () => void): (() => void) =>
  repeat(clock, () => new Date(clock.now().getTime() + ms), run);

/** Runs `run` at each instant that `next` gives, until the returned function is called. */
export const repeat = (clock: Clock, next: (from: Date) => Date, run: () => void): (() => void) => {
  const arm = (): (() => void) => {
    const now = clock.now();
    return clock.after(Math.max(0, next(now).getTime() - now.getTime()), () => {
      cancel = arm();
      run();
    });
  };
  let cancel = arm();
  return () => cancel();
};
