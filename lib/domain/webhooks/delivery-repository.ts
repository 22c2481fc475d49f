import type { Key, Table } from '#lib/platform/aws/table.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { deliveriesOf, Delivery, deliveryItem, deliveryKey, type DeliveryRef } from './delivery.ts';
import type { Attempt } from './delivery.ts';
import { dueFields, firstSweepMs } from './due.ts';
import { webhookKey } from './webhook.ts';
import { keptMs } from './event.ts';
import { claimMs, nearMs } from './schedule.ts';
import { later } from '#lib/platform/durations.ts';

/** So many tries are remembered: redelivery knows no end, an item does. */
const keptAttempts = 30;

/** Writes the delivery, unless its event was already given to its webhook. */
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
 * Takes the delivery for one try, if it is due and nobody else has it. When it is looked at next stays as it is, so that
 * one which workers die of, or which waits for a service of ours, is taken up ever more rarely.
 */
export const claimDelivery = async (
  table: Pick<Table, 'update'>,
  ref: DeliveryRef,
  now: Date,
): Promise<Delivery | undefined> => {
  const outcome = await table.update({
    key: deliveryKey(ref),
    set: 'SET claimedUntil = :until, claims = claims + :one',
    where: `#status = :pending AND nextAttemptAt <= :now AND
      (attribute_not_exists(claimedUntil) OR claimedUntil < :now)`,
    names: { '#status': 'status' },
    values: {
      ':pending': 'pending',
      ':now': now.toISOString(),
      ':until': later(now, claimMs).toISOString(),
      ':one': 1,
    },
  });
  return outcome.done ? Delivery.parse(outcome.item) : undefined;
};

/** Only whoever holds the claim may write what became of it. */
const isMine = { where: 'claimedUntil = :mine', names: { '#status': 'status' } };
const asleep = 'REMOVE claimedUntil, nextAttemptAt, due_at, due_shard';

export type Settlement =
  | { readonly kind: 'delivered' | 'failed' }
  | { readonly kind: 'retry'; readonly at: Date };

/** Notes what became of a try (none: nobody tried), and when the next one is. */
export const settleDelivery = async (
  table: Pick<Table, 'update'>,
  claimed: Delivery,
  { attempt, settlement, now }: { attempt?: Attempt; settlement: Settlement; now: Date },
): Promise<void> => {
  const attempts = [...claimed.attempts, ...(attempt ? [attempt] : [])].slice(-keptAttempts);
  const { kind } = settlement;
  const values = { ':mine': claimed.claimedUntil, ':attempts': attempts };
  if (kind !== 'retry') {
    const set = `SET #status = :status, attempts = :attempts ${asleep}`;
    await table.update({ key: deliveryKey(claimed), set, ...isMine, values: { ...values, ':status': kind } });
    return;
  }
  // A near try has its message; of a far one the sweeper has to be early.
  const isNear = settlement.at.getTime() - now.getTime() <= nearMs;
  await table.update({
    key: deliveryKey(claimed),
    set: `SET #status = :status, attempts = :attempts, nextAttemptAt = :next, due_at = :due, looks = :none,
      tries = tries + :one REMOVE claimedUntil`,
    ...isMine,
    values: {
      ...values,
      ':status': 'pending',
      ':next': settlement.at.toISOString(),
      ':due': later(settlement.at, isNear ? firstSweepMs : -nearMs).toISOString(),
      ':none': 0,
      ':one': 1,
    },
  });
};

/** Puts the delivery aside until its webhook is enabled; does nothing if that was enabled meanwhile. */
export const holdDelivery = async (table: Pick<Table, 'transact'>, claimed: Delivery): Promise<void> => {
  const { tenant, webhookId } = claimed;
  await table.transact([
    {
      update: {
        key: deliveryKey(claimed),
        set: `SET #status = :held ${asleep}`,
        ...isMine,
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

/** The condition that a delivery is neither delivered nor given up. */
const isUnsettled = {
  where: '#status IN (:pending, :held)',
  names: { '#status': 'status' },
  values: { ':pending': 'pending', ':held': 'held' },
};

/** Restarts the delivery with all its tries, unless a worker is trying at this moment; with `unsettled` only if it still has to be delivered. */
export const restartDelivery = async (
  table: Pick<Table, 'update'>,
  ref: DeliveryRef,
  { now, dueAt, unsettled = false }: { now: Date; dueAt: Date; unsettled?: boolean },
): Promise<boolean> => {
  const { due_at, due_shard, looks } = dueFields(ref.id, dueAt);
  const outcome = await table.update({
    key: deliveryKey(ref),
    set: `SET #status = :pending, nextAttemptAt = :now, tries = :none, claims = :none, due_at = :due,
      due_shard = :shard, looks = :looks REMOVE claimedUntil`,
    where: `attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)${
      unsettled ? ` AND ${isUnsettled.where}` : ''
    }`,
    names: { '#status': 'status' },
    values: {
      ':pending': 'pending',
      ...(unsettled && isUnsettled.values),
      ':now': now.toISOString(),
      ':none': 0,
      ':due': due_at,
      ':shard': due_shard,
      ':looks': looks,
    },
  });
  return outcome.done;
};

type Page = { readonly limit: number; readonly after?: Position | undefined };

/** One webhook's deliveries, newest first. */
export const listDeliveries = async (
  table: Pick<Table, 'query'>,
  owner: Omit<DeliveryRef, 'id'>,
  { limit, after }: Page,
): Promise<readonly Delivery[]> => {
  const { items } = await table.query({
    where: 'pk = :owner',
    values: { ':owner': deliveriesOf(owner) },
    newestFirst: true,
    ...(after && { startAfter: deliveryKey({ ...owner, id: after.id }) }),
    limit,
  });
  return items.map((item) => Delivery.parse(item));
};

/** One page of a webhook's deliveries that are neither delivered nor given up; `last` is where the next one starts. */
export const listUnsettled = async (
  table: Pick<Table, 'query'>,
  owner: Omit<DeliveryRef, 'id'>,
  startAfter: Key | undefined,
): Promise<{ readonly unsettled: readonly Delivery[]; readonly last: Key | undefined }> => {
  const { items, last } = await table.query({
    where: 'pk = :owner',
    filter: isUnsettled.where,
    names: isUnsettled.names,
    values: { ...isUnsettled.values, ':owner': deliveriesOf(owner) },
    ...(startAfter && { startAfter }),
    limit: 200,
  });
  const end = last && { pk: String(last['pk']), sk: String(last['sk']) };
  return { unsettled: items.map((item) => Delivery.parse(item)), last: end };
};
