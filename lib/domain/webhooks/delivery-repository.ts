import { randomUUID } from 'node:crypto';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { deliveriesOf, Delivery, deliveryItem, deliveryKey, type DeliveryRef } from './delivery.ts';
import type { Attempt } from './delivery.ts';
import { dueAttributes, makeDue } from '#lib/platform/due-index/due-index.ts';
import { webhookKey } from './webhook.ts';
import { keptMs } from './event.ts';
import { claimMs, duePrefix, firstSweepMs, maxSkewMs, nearMs } from './schedule.ts';
import { later } from '#lib/platform/durations.ts';

/** The number of attempts that are kept. Manual redelivery is unlimited, but the size of an item is not (400 KB). */
const keptAttempts = 30;

/** Writes the delivery, unless it exists. */
export const addDelivery = async (
  table: Pick<Table, 'putNew'>,
  delivery: Delivery,
  now: Date,
): Promise<void> => {
  await table.putNew(deliveryItem(delivery, now));
};

/** A delivery of the last 30 days. */
export const findDelivery = async (
  table: Pick<Table, 'get'>,
  ref: DeliveryRef,
  now: Date,
): Promise<Delivery | undefined> => {
  const item = await table.get(deliveryKey(ref));
  const found = item && Delivery.parse(item);
  return found && Date.parse(found.createdAt) + keptMs > now.getTime() ? found : undefined;
};

/**
 * Claims the delivery for one try, if it is due and unclaimed. Does not change `due_at`, so the sweeper's backoff
 * applies if the worker dies or one of our services fails.
 */
export const claimDelivery = async (
  table: Pick<Table, 'update'>,
  ref: DeliveryRef,
  now: Date,
): Promise<Delivery | undefined> => {
  const claimedBy = randomUUID();
  const outcome = await table.update({
    key: deliveryKey(ref),
    set: 'SET claimedUntil = :until, claimedBy = :self, claims = claims + :one',
    // Only a pending delivery has `nextAttemptAt`.
    where: 'nextAttemptAt <= :soon AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)',
    values: {
      ':now': now.toISOString(),
      ':soon': later(now, maxSkewMs).toISOString(),
      ':until': later(now, claimMs).toISOString(),
      ':self': claimedBy,
      ':one': 1,
    },
  });
  // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
  return outcome.item?.['claimedBy'] === claimedBy ? Delivery.parse(outcome.item) : undefined;
};

/** Only the holder of the claim may write the outcome. */
const isClaimHolder = { where: 'claimedUntil = :mine', names: { '#status': 'status' } };
const removeFromDue = `REMOVE claimedUntil, nextAttemptAt, ${dueAttributes}`;

export type Settlement =
  | { readonly kind: 'delivered' | 'failed' }
  | { readonly kind: 'retry'; readonly at: Date };

/** Records the outcome of a try (without `attempt` if none was made), and the time of the next one. */
export const settleDelivery = async (
  table: Pick<Table, 'update'>,
  claimed: Delivery,
  { attempt, settlement, now }: { attempt?: Attempt; settlement: Settlement; now: Date },
): Promise<void> => {
  const attempts = [...claimed.attempts, ...(attempt ? [attempt] : [])].slice(-keptAttempts);
  const { kind } = settlement;
  const values = { ':mine': claimed.claimedUntil, ':attempts': attempts };
  if (kind !== 'retry') {
    const set = `SET #status = :status, attempts = :attempts ${removeFromDue}`;
    await table.update({
      key: deliveryKey(claimed),
      set,
      ...isClaimHolder,
      values: { ...values, ':status': kind },
    });
    return;
  }
  // A retry within a minute has its own message. The sweeper sends later ones, so it must find them early.
  const isNear = settlement.at.getTime() - now.getTime() <= nearMs;
  const due = makeDue(duePrefix, claimed.id, later(settlement.at, isNear ? firstSweepMs : -nearMs));
  await table.update({
    key: deliveryKey(claimed),
    set: `SET #status = :status, attempts = :attempts, nextAttemptAt = :next, tries = tries + :one, ${due.set}
      REMOVE claimedUntil`,
    ...isClaimHolder,
    values: {
      ...values,
      ...due.values,
      ':status': 'pending',
      ':next': settlement.at.toISOString(),
      ':one': 1,
    },
  });
};

/** Holds the delivery until its webhook is enabled. Does nothing if the webhook is already enabled. */
export const holdDelivery = async (table: Pick<Table, 'transact'>, claimed: Delivery): Promise<void> => {
  const { tenant, webhookId } = claimed;
  await table.transact([
    {
      update: {
        key: deliveryKey(claimed),
        set: `SET #status = :held ${removeFromDue}`,
        ...isClaimHolder,
        values: { ':mine': claimed.claimedUntil, ':held': 'held' },
      },
    },
    {
      check: {
        key: webhookKey({ tenant, id: webhookId }),
        where: '#status = :disabled',
        names: { '#status': 'status' },
        values: { ':disabled': 'disabled' },
      },
    },
  ]);
};

/** Which deliveries are restarted together: those that wait, and those that failed of events since a time. */
type Undelivered = { readonly failedSince: string | undefined };

const hasStatusOf = ({ failedSince }: Undelivered) => ({
  where: `#status IN (:pending, :held${failedSince === undefined ? '' : ', :failed'})`,
  names: { '#status': 'status' },
  values: {
    ':pending': 'pending',
    ':held': 'held',
    ...(failedSince !== undefined && { ':failed': 'failed' }),
  },
});

/**
 * Restarts the delivery with all its tries, unless a worker has claimed it. With `only`, restarts it only if it is
 * still one of these undelivered ones.
 */
export const restartDelivery = async (
  table: Pick<Table, 'update'>,
  ref: DeliveryRef,
  { now, dueAt, only }: { now: Date; dueAt: Date; only?: Undelivered },
): Promise<boolean> => {
  const due = makeDue(duePrefix, ref.id, dueAt);
  const chosen = only && hasStatusOf(only);
  const outcome = await table.update({
    key: deliveryKey(ref),
    set: `SET #status = :pending, nextAttemptAt = :now, tries = :none, claims = :none, ${due.set}
      REMOVE claimedUntil`,
    where: `attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)${
      chosen ? ` AND ${chosen.where}` : ''
    }`,
    names: { '#status': 'status' },
    values: {
      ...due.values,
      ':pending': 'pending',
      ...chosen?.values,
      ':now': now.toISOString(),
      ':none': 0,
    },
  });
  return outcome.done;
};

type Page = { readonly limit: number; readonly after?: Position | undefined };

/** One webhook's deliveries, newest first, and whether they are the last ones. */
export const listDeliveries = async (
  table: Pick<Table, 'query'>,
  owner: Omit<DeliveryRef, 'id'>,
  { limit, after }: Page,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly isEnd: boolean }> => {
  const { items, last } = await table.query({
    where: 'pk = :owner',
    values: { ':owner': deliveriesOf(owner) },
    newestFirst: true,
    ...(after && { startAfter: deliveryKey({ ...owner, id: after.id }) }),
    limit,
  });
  return { deliveries: items.map((item) => Delivery.parse(item)), isEnd: last === undefined };
};

/** One page of a webhook's deliveries to restart, oldest first; the next one begins after `last`. */
export const listUndelivered = async (
  table: Pick<Table, 'query'>,
  owner: Omit<DeliveryRef, 'id'> & Undelivered,
  after: string | undefined,
): Promise<{ readonly undelivered: readonly Delivery[]; readonly last: string | undefined }> => {
  const { where: filter, names, values } = hasStatusOf(owner);
  const { failedSince = '' } = owner;
  const { items, last } = await table.query({
    where: 'pk = :owner',
    filter,
    names,
    values: { ...values, ':owner': deliveriesOf(owner) },
    ...(after !== undefined && { startAfter: deliveryKey({ ...owner, id: after }) }),
    limit: 200,
  });
  const found = items.map((item) => Delivery.parse(item));
  const undelivered = found.filter((one) => one.status !== 'failed' || one.createdAt >= failedSince);
  return { undelivered, last: last && String(last['sk']) };
};
