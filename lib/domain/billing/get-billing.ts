import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { listRows } from '#lib/platform/http/list-rows.ts';
import { formatUsd } from '#lib/domain/money.ts';
import { balanceOf, heldOf, readAccount } from './balance.ts';
import { ledgerPk } from './keys.ts';
import { type Product, productView } from './products.ts';
import type { BillingView, EntryView } from './views.ts';

export type GetBillingDeps = {
  readonly table: Pick<Table, 'query'>;
  readonly products: readonly Product[];
  readonly prepaid: boolean;
};

const newest = 50;

const Line = z.object({
  id: z.string(),
  kind: z.enum(['credit', 'refund', 'dispute', 'dispute_reversal']),
  amountMicroUsd: z.int(),
  createdAt: z.string(),
});

const viewEntry = ({ id, kind, amountMicroUsd, createdAt }: z.infer<typeof Line>): EntryView => ({
  id,
  kind,
  amount_usd: formatUsd(amountMicroUsd),
  created_at: createdAt,
});

/** An organization's balance, its newest payments, and the products it can buy. */
export const getBilling = async (
  { table, products, prepaid }: GetBillingDeps,
  organizationId: string,
): Promise<BillingView> => {
  const [account, { rows }] = await Promise.all([
    readAccount(table, organizationId),
    listRows(table, ledgerPk(organizationId), { limit: newest }),
  ]);
  return {
    balance_usd: formatUsd(balanceOf(account)),
    // The parts are read one after the other, so a concurrent release may make the sum negative.
    held_usd: formatUsd(Math.max(0, heldOf(account))),
    prepaid,
    products: products.map(productView),
    entries: rows.map((row) => viewEntry(Line.parse(row))),
  };
};
