import { setTimeout as delay } from 'node:timers/promises';
import type { FunctionPool } from '../lambda/pool.ts';
import type { Outcome } from '../lambda/protocol.ts';

/** The function that answers a route, and how long API Gateway waits for it. */
export type Integration = { readonly functionName: string; readonly timeoutMs: number };

export type PoolOf = (functionName: string) => FunctionPool;

/** Undefined after the integration's timeout. The function itself keeps running. */
export const invokeWithTimeout = async (
  { functionName, timeoutMs }: Integration,
  event: string,
  poolOf: PoolOf,
): Promise<Outcome | undefined> => {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal });
  timeout.catch(() => {});
  try {
    return await Promise.race([poolOf(functionName).invoke(event), timeout]);
  } finally {
    timer.abort();
  }
};
