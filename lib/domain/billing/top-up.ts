import * as z from 'zod';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import { formatUsd } from '#lib/domain/money.ts';
import { dueAttributes } from '#lib/platform/due-index/due-index.ts';
import { findCustomer } from './customer.ts';
import { topUpKey } from './keys.ts';
import { type AutoTopUpView, TopUpStop } from './views.ts';

export const Card = z.object({ id: z.string(), brand: z.string(), last4: z.string() });
/** A saved card of a customer at the payment provider. */
export type Card = Readonly<z.infer<typeof Card>>;

/**
 * One purchase with the values at the time of the decision. It is repeated with these values until its outcome is
 * known.
 */
const Attempt = z.object({
  number: z.int(),
  customerId: z.string(),
  card: Card,
  priceId: z.string(),
  paidCents: z.int(),
  microUsd: z.int(),
  begunAt: z.iso.datetime(),
});
export type Attempt = Readonly<z.infer<typeof Attempt>>;

/** An organization's order to buy credit whenever little of it is free. */
export const TopUp = z.object({
  organizationId: z.string(),
  isOn: z.boolean(),
  priceId: z.string(),
  belowMicroUsd: z.int(),
  /** The card that was last used, or found when the order was given. */
  card: Card,
  /** Number of attempts ever made; part of each one's key at the payment provider. */
  attempts: z.int().default(0),
  /** The attempt whose outcome is not known yet. */
  attempt: Attempt.optional(),
  /** The reason why purchases stopped, until a person gives the order again. */
  stopped: TopUpStop.optional(),
});
export type TopUp = Readonly<z.infer<typeof TopUp>>;
export type TopUpStop = z.infer<typeof TopUpStop>;

/** The prefix of such orders in the index of what is due. */
export const topUpDue = 'top-ups';

/** The organization's order; undefined if it has none or ended it. */
export const findTopUp = async (
  table: Pick<Table, 'get'>,
  organizationId: string,
): Promise<TopUp | undefined> => {
  const item = await table.get(topUpKey(organizationId));
  return item?.['isOn'] === true ? TopUp.parse(item) : undefined;
};

type PayerDeps = {
  readonly table: Pick<Table, 'get'>;
  readonly cardOf: (customerId: string) => Promise<Card | undefined>;
};

/** An organization's customer at the payment provider with the saved card; undefined if it lacks either. */
export const findPayer = async (
  { table, cardOf }: PayerDeps,
  organizationId: string,
): Promise<Pick<Attempt, 'customerId' | 'card'> | undefined> => {
  const customerId = await findCustomer(table, organizationId);
  const card = customerId === undefined ? undefined : await cardOf(customerId);
  return customerId !== undefined && card ? { customerId, card } : undefined;
};

/** Stops all purchases until the order is given again. The first reason is kept. */
export const stopTopUp = async (
  table: Pick<Table, 'update'>,
  organizationId: string,
  stopped: TopUpStop,
): Promise<void> => {
  await table.update({
    key: topUpKey(organizationId),
    set: 'SET stopped = :why',
    where: 'isOn = :yes AND attribute_not_exists(stopped)',
    values: { ':why': stopped, ':yes': true },
  });
};

/** Ends the order for good, in the transaction that deletes its organization. Refused while a purchase is under way. */
export const endTopUp = (organizationId: string): Write => ({
  update: {
    key: topUpKey(organizationId),
    set: `SET isOn = :no REMOVE card, ${dueAttributes}`,
    where: 'attribute_not_exists(attempt)',
    values: { ':no': false },
  },
});

export const viewTopUp = (order: TopUp | undefined): AutoTopUpView | null =>
  order
    ? {
        price_id: order.priceId,
        below_usd: formatUsd(order.belowMicroUsd),
        card: { brand: order.card.brand, last4: order.card.last4 },
        stopped: order.stopped ?? null,
      }
    : null;
