import * as z from 'zod';
import type { Outcome } from '../lambda/protocol.ts';

const Response = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
});

/**
 * The messages of a batch that failed (Lambda guide, "Implementing partial batch responses"): all of them if the function failed,
 * returned a malformed result or named an unknown message; otherwise those it names.
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
  // An empty result, `null` or `{}`, means success.
  if (answer === null) return new Set();
  const parsed = Response.safeParse(answer);
  if (!parsed.success) return all;
  const named = (parsed.data.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  return named.every((id) => all.has(id)) ? new Set(named) : all;
};
