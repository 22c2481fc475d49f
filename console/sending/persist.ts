import { onlineManager } from '@tanstack/query-core';
import { mayRetry, retryDelay } from '../parts/queries.ts';

/** Resolves after `ms`, but not while the browser is offline. Rejects when aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const goOn = () => {
      if (!onlineManager.isOnline()) return;
      stop();
      resolve();
    };
    const timer = setTimeout(goOn, ms);
    const unsubscribe = onlineManager.subscribe(goOn);
    const stop = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });

type Options = { signal?: AbortSignal; onLost?: (error: unknown) => void };

/** Repeats `attempt` while its answer is lost. While the browser is offline, waits for the network without a limit. */
export const persist = async <Answer>(
  attempt: () => Promise<Answer>,
  { signal = new AbortController().signal, onLost }: Options = {},
): Promise<Answer> => {
  for (let failures = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayRetry(failures, error)) throw error;
      onLost?.(error);
      const wasOnline = onlineManager.isOnline();
      await pause(retryDelay(failures, error), signal);
      if (wasOnline) failures += 1;
    }
  }
};
