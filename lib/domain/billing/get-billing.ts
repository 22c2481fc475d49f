import type { Table } from '#lib/platform/aws/table.ts';
import { type PageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { listRows } from '#lib/platform/http/list-rows.ts';
import { centsToMicroUsd, formatUsd } from '#lib/domain/money.ts';
import { balanceOf, heldOf, readAccount } from './balance.ts';
import { findCustomer } from './customer.ts';
import { ledgerPk } from './keys.ts';
import { Line } from './line.ts';
import { type Product, productView, soldOf } from './products.ts';
import { viewSpending } from './spending-view.ts';
import { findTopUp, viewTopUp } from './top-up.ts';
import type { BillingView, EntryView } from './views.ts';

export type GetBillingDeps = {
  readonly table: Pick<Table, 'get' | 'query'>;
  readonly products: readonly Product[];
  readonly prepaid: boolean;
  readonly now: () => Date;
};

const viewEntry = ({ id, kind, amountMicroUsd, paidCents, createdAt }: Line): EntryView => ({
  id,
  kind,
  amount_usd: formatUsd(amountMicroUsd),
  paid_usd: paidCents === undefined ? null : formatUsd(centsToMicroUsd(paidCents)),
  created_at: createdAt,
});

/** An organization's balance, a page of its payments, newest first, and the products it can buy. */
export const getBilling = async (
  { table, products, prepaid, now }: GetBillingDeps,
  { organizationId }: { readonly organizationId: string },
  page: PageQuery,
): Promise<BillingView> => {
  const [account, { rows, next }, topUp, customerId] = await Promise.all([
    readAccount(table, organizationId),
    listRows(table, ledgerPk(organizationId), page),
    findTopUp(table, organizationId),
    findCustomer(table, organizationId),
  ]);
  return {
    balance_usd: formatUsd(balanceOf(account)),
    // The items are not read at the same instant, so a concurrent release may make the sum negative.
    held_usd: formatUsd(Math.max(0, heldOf(account))),
    prepaid,
    spending: viewSpending(account, now()),
    auto_top_up: viewTopUp(topUp),
    is_customer: customerId !== undefined,
    products: soldOf(products).map(productView),
    entries: toPage(
      rows.map((row) => viewEntry(Line.parse(row))),
      next,
    ),
  };
};
