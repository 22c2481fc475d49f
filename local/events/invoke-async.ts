import type { FunctionPool } from '../lambda/pool.ts';
import type { Clock } from './clock.ts';

/** Asynchronous invocation: the caller does not wait, and failures are retried as the function is configured. */
export type InvokeAsync = (pool: FunctionPool, event: object) => void;

// Lambda waits one and then two minutes, which is too long on a laptop.
const retryDelaysMs = [1000, 2000];

export const asyncInvoker = (clock: Clock, log: (line: string) => void): InvokeAsync => {
  const attempt = async (pool: FunctionPool, event: string, delaysMs: readonly number[]): Promise<void> => {
    const outcome = await pool.invoke(event);
    if ('result' in outcome) return;
    // The pool has logged the failure. Without retries there is nothing to add.
    if (pool.spec.retryAttempts === 0) return;
    const [delayMs, ...rest] = delaysMs;
    if (delayMs === undefined)
      return log(`${pool.spec.name}: dropped an event after its last failed attempt`);
    clock.after(delayMs, () => void attempt(pool, event, rest));
  };
  return (pool, event) =>
    void attempt(pool, JSON.stringify(event), retryDelaysMs.slice(0, pool.spec.retryAttempts));
};
