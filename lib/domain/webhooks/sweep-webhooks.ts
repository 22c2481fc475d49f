import * as z from 'zod';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { log, withLogFields } from '#lib/platform/log.ts';
import { type Due, listDue, rescheduleSweep, webhookShards } from './due.ts';
import { messageOf, type SendWebhook, webhookLogFields } from './messages.ts';
import { nextSweepMs } from './schedule.ts';
import { later } from '#lib/platform/durations.ts';

export type SweepDeps = {
  readonly table: Table;
  readonly send: SendWebhook;
  readonly now: () => Date;
  /** When the sweep must end. */
  readonly deadline: Date;
};

const Waiting = z.object({ looks: z.number(), nextAttemptAt: z.iso.datetime().optional() });

/** Sends a due item's message, delayed until its time; false if the item changed meanwhile. */
const push = async ({ table, send, now }: SweepDeps, due: Due): Promise<boolean> => {
  const item = await table.get(due.key);
  if (!item) return false;
  const { looks, nextAttemptAt } = Waiting.parse(item);
  const at = now();
  const waitMs = Math.max(0, nextAttemptAt === undefined ? 0 : Date.parse(nextAttemptAt) - at.getTime());
  if (!(await rescheduleSweep(table, due, later(at, waitMs + nextSweepMs(looks))))) return false;
  await send(messageOf(due.key), waitMs);
  return true;
};

/** A failed item does not stop the others. */
const pushed = async (deps: SweepDeps, due: Due): Promise<number> => {
  try {
    return (await push(deps, due)) ? 1 : 0;
  } catch (error) {
    log.error('webhook.sweep_failed', error);
    return 0;
  }
};

const sweepShard = async (deps: SweepDeps, shard: string): Promise<number> => {
  const now = deps.now();
  let count = 0;
  let startAfter: Item | undefined;
  do {
    const { dues, last } = await listDue(deps.table, shard, { now, startAfter });
    for (const due of dues) {
      if (deps.now() >= deps.deadline) return count;
      count += await withLogFields(webhookLogFields(messageOf(due.key)), () => pushed(deps, due));
    }
    startAfter = last;
  } while (startAfter);
  return count;
};

/** Sends the messages of due items: retries whose time has come, and items whose message was lost. */
export const sweepWebhooks = async (deps: SweepDeps): Promise<void> => {
  const counts = await Promise.all(webhookShards.map((shard) => sweepShard(deps, shard)));
  log.info('webhook.swept', { pushed: counts.reduce((sum, count) => sum + count, 0) });
};
