import { randomUUID } from 'node:crypto';
import type { Table } from '#lib/platform/aws/table.ts';
import {
  type Due,
  dueAttributes,
  firstDue,
  listDue,
  rescheduleSweep,
} from '#lib/platform/due-index/due-index.ts';
import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import { later, secondMs } from '#lib/platform/durations.ts';
import { log } from '#lib/platform/log.ts';
import { readAccount } from './balance.ts';
import { chargeAttempt, type ChargeAttemptDeps } from './charge-attempt.ts';
import { freeOf } from './hold.ts';
import { topUpKey } from './keys.ts';
import type { PaymentRepository } from './payment-repository.ts';
import { type Product, productOf, soldOf } from './products.ts';
import { logRecorded, recordPaymentEvent } from './record-payment-event.ts';
import { isLimitReached } from './spend-limit.ts';
import { type Attempt, type Card, findPayer, stopTopUp, TopUp, topUpDue, type TopUpStop } from './top-up.ts';

// Less than the minute between two sweeps, so that each sweep sees every order.
const pauseMs = 50 * secondMs;

export type BuyTopUpsDeps = ChargeAttemptDeps & {
  readonly table: Pick<Table, 'get' | 'query' | 'update'>;
  readonly products: readonly Product[];
  readonly payments: PaymentRepository;
  readonly cardOf: (customerId: string) => Promise<Card | undefined>;
  /** Tells the members who may pay that automatic purchases have stopped. */
  readonly notifyStop: (stop: {
    readonly organizationId: string;
    readonly reason: TopUpStop;
  }) => Promise<void>;
};

const stop = async (
  { table }: BuyTopUpsDeps,
  { organizationId }: TopUp,
  reason: TopUpStop,
): Promise<undefined> => {
  await stopTopUp(table, organizationId, reason);
  log.info('payment.top_up_stopped', { organization: organizationId, reason });
};

/** Records a purchase before it is made. Undefined if nothing is to be bought now. */
const begin = async (deps: BuyTopUpsDeps, order: TopUp): Promise<Attempt | undefined> => {
  const { table, products, cardOf, now } = deps;
  const { organizationId, attempts, priceId, belowMicroUsd } = order;
  const account = await readAccount(table, organizationId);
  if (freeOf(account) >= belowMicroUsd || isLimitReached(account, now())) return undefined;
  const pack = productOf(soldOf(products), priceId, 'credit_pack');
  if (!pack) return stop(deps, order, 'not_sold');
  const payer = await findPayer({ table, cardOf }, organizationId);
  if (!payer) return stop(deps, order, 'no_card');
  const attempt: Attempt = {
    number: attempts + 1,
    ...payer,
    priceId,
    begunAt: now().toISOString(),
    paidCents: pack.amountCents,
    microUsd: pack.creditMicroUsd,
  };
  const { done } = await table.update({
    key: topUpKey(organizationId),
    set: 'SET attempt = :attempt, attempts = :number, card = :card',
    // Since the order was read, a person may have changed it, or another sweep may have begun a purchase.
    where: `isOn = :yes AND priceId = :priceId AND belowMicroUsd = :below AND attribute_not_exists(stopped)
      AND (attempts = :before OR attribute_not_exists(attempts))`,
    values: {
      ':attempt': attempt,
      ':number': attempt.number,
      ':card': payer.card,
      ':yes': true,
      ':priceId': priceId,
      ':below': belowMicroUsd,
      ':before': attempts,
    },
  });
  return done ? attempt : undefined;
};

/** Makes the recorded purchase and books it. May be repeated after any failure. */
const buy = async (deps: BuyTopUpsDeps, order: TopUp, attempt: Attempt): Promise<void> => {
  const { table } = deps;
  const { organizationId } = order;
  const { number, customerId, priceId, paidCents, microUsd, begunAt } = attempt;
  const isRepeated = order.attempt !== undefined;
  const outcome = await chargeAttempt(deps, { organizationId, attempt, isRepeated });
  if (outcome?.kind === 'under_way') return;
  if (outcome?.kind === 'paid') {
    const { paymentId } = outcome;
    const credit = { organizationId, priceId, paidCents, microUsd };
    // A refund may have come first.
    const booking = { ...deps, stopTopUp: () => stop(deps, order, 'returned') };
    const lines = await recordPaymentEvent(booking, paymentId, { kind: 'credit', credit });
    logRecorded(lines, { type: 'top_up', paymentId });
    log.info('payment.topped_up', { organization: organizationId, payment_id: paymentId, cents: paidCents });
  } else if (outcome) await stop(deps, order, outcome.reason);
  else {
    log.error('payment.unconfirmed', new Error('It is not known whether a saved card was charged.'), {
      organization: organizationId,
      customer_id: customerId,
      cents: paidCents,
      begun_at: begunAt,
    });
    await stop(deps, order, 'unconfirmed');
  }
  await table.update({
    key: topUpKey(organizationId),
    set: 'REMOVE attempt',
    where: 'attempt.#number = :number',
    names: { '#number': 'number' },
    values: { ':number': number },
  });
};

/**
 * Takes an order out of the due index. Only the sweep that does this notifies people why the order stopped, so that
 * they are told once.
 */
const end = async ({ table, notifyStop }: BuyTopUpsDeps, order: TopUp, due: Due): Promise<void> => {
  const endedBy = randomUUID();
  const { item } = await table.update({
    key: due.key,
    // Nobody needs the card of an order that a person has ended.
    set: `SET endedBy = :self REMOVE ${dueAttributes}${order.isOn ? '' : ', card'}`,
    where: 'due_at = :seen',
    values: { ':self': endedBy, ':seen': due.dueAt },
  });
  // The client repeats a write whose response was lost. The repetition is refused because the first one succeeded.
  const isEnded = item?.['endedBy'] === endedBy;
  const { organizationId, stopped: reason } = order;
  if (isEnded && reason !== undefined) await notifyStop({ organizationId, reason });
};

const handle = async (deps: BuyTopUpsDeps, due: Due): Promise<boolean> => {
  const nextAt = later(deps.now(), pauseMs);
  const item = await rescheduleSweep(deps.table, due, nextAt);
  if (!item) return false;
  const order = TopUp.parse(item);
  const isOver = !order.isOn || order.stopped !== undefined;
  if (isOver && !order.attempt) {
    await end(deps, order, { key: due.key, dueAt: nextAt.toISOString() });
    return false;
  }
  const attempt = order.attempt ?? (await begin(deps, order));
  if (!attempt) return false;
  await buy(deps, order, attempt);
  return true;
};

/** For each organization that ordered automatic top-ups and has little free credit, buys credit with its saved card. */
export const buyTopUps = (deps: BuyTopUpsDeps): Promise<void> =>
  sweepEach({
    now: deps.now,
    concurrency: 4,
    list: (at, from = firstDue(topUpDue)) => listDue(deps.table, from, at),
    logFields: ({ key }) => ({ organization: key.pk }),
    handle: (due) => handle(deps, due),
  });
