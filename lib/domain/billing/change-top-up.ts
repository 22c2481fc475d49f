import * as z from 'zod';
import { centsToMicroUsd, formatUsd } from '#lib/domain/money.ts';
import { type Actor, audited } from '#lib/domain/organizations/audit-log.ts';
import { notFound } from '#lib/domain/organizations/require.ts';
import { stillHasRight } from '#lib/domain/organizations/still-has-right.ts';
import { assigning, type Table } from '#lib/platform/aws/table.ts';
import { dueFields } from '#lib/platform/due-index/due-index.ts';
import { AppError } from '#lib/platform/errors.ts';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { textUpTo } from '#lib/platform/text.ts';
import { dollars } from './change-limits.ts';
import { nothingSold } from './customer.ts';
import { topUpKey } from './keys.ts';
import { type Product, productOf, soldOf } from './products.ts';
import { type Card, findPayer, findTopUp, type TopUp, topUpDue, viewTopUp } from './top-up.ts';
import type { AutoTopUpsView } from './views.ts';

const NewOrder = z.strictObject({
  price_id: textUpTo(255).meta({ description: 'The price id of a listed credit pack.' }),
  below_usd: dollars.meta({
    description: 'The pack is bought when less credit than this is free. At most the credit of the pack.',
  }),
});

/** Body of PATCH …/billing/auto-top-up. */
export const NewTopUp = z
  .strictObject({ auto_top_up: NewOrder.nullable().meta({ description: 'Null turns it off.' }) })
  .meta({ id: 'NewAutoTopUp' });
export type NewTopUp = z.infer<typeof NewTopUp>;

export type ChangeTopUpDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly products: readonly Product[];
  /** The saved card that a customer pays with. Undefined in a deployment without payment provider. */
  readonly cardOf: ((customerId: string) => Promise<Card | undefined>) | undefined;
  readonly now: () => Date;
};

const noCard = () =>
  new AppError(
    'invalid_state',
    'No card is saved. Buy credit once, which saves the card, or add one under Manage.',
  );

const unknownPack = () =>
  invalidFields([
    {
      path: 'auto_top_up.price_id',
      rule: 'unknown',
      message: 'Send the price_id of a listed credit pack.',
    },
  ]);

const aboveCredit = ({ creditMicroUsd }: Product) => {
  // A credit is whole cents.
  const credit = formatUsd(creditMicroUsd).slice(0, -4);
  return invalidFields([
    {
      path: 'auto_top_up.below_usd',
      rule: 'too_big',
      message: `Send at most ${credit}, the credit that one pack gives.`,
    },
  ]);
};

type Order = Pick<TopUp, 'priceId' | 'belowMicroUsd' | 'card'>;

const orderOf = async (
  { table, products, cardOf }: ChangeTopUpDeps,
  organizationId: string,
  wanted: z.infer<typeof NewOrder>,
): Promise<Order> => {
  if (!cardOf) throw nothingSold();
  const pack = productOf(soldOf(products), wanted.price_id, 'credit_pack');
  if (!pack) throw unknownPack();
  // A single pack would not reach this amount, so a mistyped amount would buy one pack every minute.
  if (wanted.below_usd > pack.creditMicroUsd) throw aboveCredit(pack);
  const payer = await findPayer({ table, cardOf }, organizationId);
  if (!payer) throw noCard();
  return { priceId: pack.priceId, belowMicroUsd: wanted.below_usd, card: payer.card };
};

/** The text of an order in the audit log. */
const auditText = (products: readonly Product[], order: Order | undefined): string => {
  if (!order) return 'none';
  const pack = productOf(products, order.priceId);
  const amount = pack ? formatUsd(centsToMicroUsd(pack.amountCents)) : order.priceId;
  return `${amount} below ${formatUsd(order.belowMicroUsd)}`;
};

/** Sets or ends the order to buy credit automatically. Setting it again also restarts an order that was stopped. */
export const changeTopUp = async (
  deps: ChangeTopUpDeps,
  organizationId: string,
  { body: { auto_top_up: wanted }, actor }: { readonly body: NewTopUp; readonly actor: Actor },
): Promise<AutoTopUpsView> => {
  const { table, products, now } = deps;
  const before = await findTopUp(table, organizationId);
  if (!wanted && !before) return { auto_top_up: null };
  const order = wanted ? await orderOf(deps, organizationId, wanted) : undefined;
  const at = now();
  const changed = order ? { ...order, organizationId, isOn: true } : { isOn: false };
  // The next sweep forgets the card of an order that has ended.
  const fields = { ...changed, ...dueFields(topUpDue, organizationId, at) };
  const entry = audited({
    organizationId,
    actor,
    now: at,
    action: 'auto_top_up.changed',
    target: { id: organizationId, name: 'automatic top-up' },
    change: { from: auditText(products, before), to: auditText(products, order) },
  });
  const key = topUpKey(organizationId);
  const { done } = await table.transact([
    { update: { key, ...assigning(fields, ' REMOVE stopped') } },
    entry,
    // Also refused once the organization is deleted, which ends all memberships.
    stillHasRight({ organizationId, userId: actor.id }, 'pay'),
  ]);
  if (!done) throw notFound();
  return {
    auto_top_up: order ? viewTopUp({ ...order, organizationId, isOn: true, attempts: 0 }) : null,
  };
};
