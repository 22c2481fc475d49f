/** Lets something happen the very moment at which a worker's call takes effect. */
export const newMoments = () => {
  const awaited = new Map<string, (() => void)[]>();
  return {
    /** Calls `run` once, when a call of that name takes effect next. */
    next: (what: string, run: () => void): void => {
      awaited.set(what, [...(awaited.get(what) ?? []), run]);
    },
    reached: (what: string): void => {
      const runs = awaited.get(what);
      if (!runs) return;
      awaited.delete(what);
      for (const run of runs) run();
    },
  };
};
export type Moments = ReturnType<typeof newMoments>;
