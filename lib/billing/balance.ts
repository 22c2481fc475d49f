import * as z from 'zod';
import type { Caller } from '#lib/auth/caller.ts';
import type { Table } from '#lib/aws/table.ts';
import { sumMicroUsd } from '#lib/money.ts';
import { modeOf } from '#lib/tenant.ts';
import { balancePk } from './keys.ts';

type Reader = Pick<Table, 'query'>;

const Part = z.object({ creditMicroUsd: z.int().default(0), spentMicroUsd: z.int().default(0) });

// One item of credits and 16 of charges.
const mostParts = 100;

/** What an organization has left, in micro-dollars: the sum of its ledger and of the charges of its projects. One read. */
export const balanceOf = async (table: Reader, organizationId: string): Promise<number> => {
  const { items, last } = await table.query({
    where: 'pk = :balance',
    values: { ':balance': balancePk(organizationId) },
    limit: mostParts,
  });
  if (last) throw new Error('A balance has more parts than expected.');
  return sumMicroUsd(
    items.map((item) => {
      const { creditMicroUsd, spentMicroUsd } = Part.parse(item);
      return creditMicroUsd - spentMicroUsd;
    }),
  );
};

/**
 * Whether a caller may queue another job. Without prepayment everybody may; with it, who has no organization or uses a
 * test key, and otherwise whose balance is above zero. What is on its way by then is still charged.
 */
export const creditCheck =
  (table: Reader, prepaid: boolean) =>
  async ({ organizationId, tenant }: Pick<Caller, 'organizationId' | 'tenant'>): Promise<boolean> =>
    !prepaid ||
    modeOf(tenant) === 'test' ||
    organizationId === null ||
    (await balanceOf(table, organizationId)) > 0;
