import * as z from 'zod';
import { type Due, firstDue, listDue, rescheduleSweep } from '#lib/platform/due-index/due-index.ts';
import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import type { DeliveryDeps } from './fan-out.ts';
import { messageOf, webhookLogFields } from './messages.ts';
import { duePrefix, maxSkewMs, nextWebhookSweepMs } from './schedule.ts';
import { later } from '#lib/platform/durations.ts';

const Waiting = z.object({
  sweeps: z.number(),
  nextAttemptAt: z.iso.datetime().optional(),
  claimedUntil: z.iso.datetime().optional(),
});

/** The time from which a worker may claim the item, by any clock. */
const claimableAtMs = ({ nextAttemptAt, claimedUntil }: z.infer<typeof Waiting>): number =>
  Math.max(
    nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt),
    claimedUntil === undefined ? 0 : Date.parse(claimedUntil) + maxSkewMs,
  );

/** Sends a due item's message, delayed until its time. False if the item changed in the meantime. */
const sendAgain = async ({ table, send, now }: DeliveryDeps, due: Due): Promise<boolean> => {
  const item = await table.get(due.key);
  if (!item) return false;
  const waiting = Waiting.parse(item);
  const at = now();
  const waitMs = Math.max(0, claimableAtMs(waiting) - at.getTime());
  const nextSweepAt = later(at, waitMs + nextWebhookSweepMs(waiting.sweeps));
  if (!(await rescheduleSweep(table, due, nextSweepAt))) return false;
  await send(messageOf(due.key), waitMs);
  return true;
};

/** Sends the messages of due items: retries whose time has come, and items whose message was lost. */
export const sweepWebhooks = (deps: DeliveryDeps): Promise<void> =>
  sweepEach({
    now: deps.now,
    concurrency: 8,
    list: (at, from = firstDue(duePrefix)) => listDue(deps.table, from, at),
    logFields: ({ key }) => webhookLogFields(messageOf(key)),
    handle: (due) => sendAgain(deps, due),
  });
