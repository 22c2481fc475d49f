import * as z from 'zod';
import type { Outcome } from '../lambda/protocol.ts';

const Response = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
});

/**
 * Which messages of a batch failed (Lambda guide, "Implementing partial batch responses"): all of them when the function
 * failed, answered something malformed or named a message it was not given; otherwise those it names.
 */
export const failedMessageIds = (
  outcome: Outcome,
  messageIds: readonly string[],
  reportsItemFailures: boolean,
): ReadonlySet<string> => {
  const all = new Set(messageIds);
  if ('error' in outcome) return all;
  if (!reportsItemFailures) return new Set();
  const answer: unknown = JSON.parse(outcome.result);
  // An empty answer, `null` or `{}`, is full success.
  if (answer === null) return new Set();
  const parsed = Response.safeParse(answer);
  if (!parsed.success) return all;
  const named = (parsed.data.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  return named.every((id) => all.has(id)) ? new Set(named) : all;
};
