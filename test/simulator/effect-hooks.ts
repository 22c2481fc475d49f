/** Runs callbacks at the moment at which a worker's call takes effect. */
export const newEffectHooks = () => {
  const awaited = new Map<string, (() => void)[]>();
  return {
    /** Calls `run` once, when the next call with this name takes effect. */
    next: (what: string, run: () => void): void => {
      awaited.set(what, [...(awaited.get(what) ?? []), run]);
    },
    effectDone: (what: string): void => {
      const runs = awaited.get(what);
      if (!runs) return;
      awaited.delete(what);
      for (const run of runs) run();
    },
  };
};
export type EffectHooks = ReturnType<typeof newEffectHooks>;
