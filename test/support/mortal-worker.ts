/** The call before or after which a worker is killed, counted from 1. */
export type Death = { readonly call: number; readonly phase: 'before' | 'after' };

/** Runs workers that may be killed at a call. A killed worker makes no further call, and its current one never returns. */
export const aMortalWorker = (deathOf: () => Death | undefined) => {
  let calls = 0;
  let death = Promise.withResolvers<never>();
  let isDead = false;
  let isRunning = false;

  /** Makes a call of the running worker. Calls of the test itself do not count. */
  const step = async <T>(effect: () => Promise<T>): Promise<T> => {
    if (isDead) return new Promise(() => {});
    if (!isRunning) return effect();
    calls += 1;
    const dies = deathOf();
    const isLast = dies?.call === calls;
    const die = (): Promise<T> => {
      isDead = true;
      death.reject(new Error('The worker died.'));
      return new Promise(() => {});
    };
    if (isLast && dies.phase === 'before') return die();
    const value = await effect();
    return isLast ? die() : value;
  };

  /** Runs a worker. False if it died or threw. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    isRunning = true;
    death = Promise.withResolvers();
    death.promise.catch(() => {});
    const isDone = await Promise.race([work(), death.promise]).then(
      () => true,
      () => false,
    );
    isRunning = false;
    isDead = false;
    return isDone;
  };

  return {
    step,
    run,
    callsSoFar: () => calls,
    resetCalls: () => {
      calls = 0;
    },
  };
};
