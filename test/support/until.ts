import { setTimeout as delay } from 'node:timers/promises';

type Pace = { readonly maxMs?: number; readonly everyMs?: number };

/** Asks until there is an answer. After `maxMs`, two minutes unless given, throws an error that says what it waited for. */
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
