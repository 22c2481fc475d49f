import { setTimeout as delay } from 'node:timers/promises';

type Pace = { readonly maxMs?: number; readonly everyMs?: number };

/** Calls `ask` until it returns an answer. After `maxMs` (default: two minutes), throws an error that names `awaited`. */
export const until = async <T>(
  awaited: string,
  ask: () => Promise<T | undefined>,
  { maxMs = 120_000, everyMs = 200 }: Pace = {},
): Promise<T> => {
  for (const end = Date.now() + maxMs; ; await delay(everyMs)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Waited ${maxMs / 1000} s for ${awaited}.`);
  }
};
