import * as z from 'zod';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { exactSum } from '#lib/domain/money.ts';
import { balancePk, limitsKey } from './keys.ts';
import { monthOfAttribute } from './month.ts';

type Reader = Pick<Table, 'query'>;

const amount = z.int().default(0);
const Part = z.object({
  creditMicroUsd: amount,
  unheldMicroUsd: amount,
  spentMicroUsd: amount,
  releasedMicroUsd: amount,
});
const BySetting = z.object({ limitMicroUsd: z.int().optional(), alertMicroUsd: z.int().optional() });

// An account has one item of credits, one of limits, and 16 of charges.
const maxParts = 100;

/** An organization's account in micro-dollars. See hold.ts for holds. */
export type Account = {
  /** Payments minus refunds and disputes. */
  readonly creditMicroUsd: number;
  /** The charges for all jobs of all projects. */
  readonly spentMicroUsd: number;
  /** The credit minus all holds ever taken. */
  readonly unheldMicroUsd: number;
  /** The sum of all holds ever released. */
  readonly releasedMicroUsd: number;
  /** Charges by month in UTC, "2026-11". */
  readonly spentByMonth: ReadonlyMap<string, number>;
  /** The organization's monthly spend limit, and the amount from which it wants a warning. Null for no limit. */
  readonly limitMicroUsd: number | null;
  readonly alertMicroUsd: number | null;
};
type Sum = keyof z.infer<typeof Part>;

const spentByMonth = (items: readonly Item[]): ReadonlyMap<string, number> => {
  const months = items.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => {
      const month = monthOfAttribute(name);
      return month === undefined ? [] : [{ month, microUsd: z.int().parse(value) }];
    }),
  );
  const byMonth = Map.groupBy(months, ({ month }) => month);
  return new Map(
    [...byMonth].map(([month, parts]) => [month, exactSum(parts.map(({ microUsd }) => microUsd))]),
  );
};

/** Reads an organization's account by adding up its items. Costs one read. */
export const readAccount = async (table: Reader, organizationId: string): Promise<Account> => {
  const { items, last } = await table.query({
    where: 'pk = :balance',
    values: { ':balance': balancePk(organizationId) },
    limit: maxParts,
  });
  if (last) throw new Error('A balance has more parts than expected.');
  const parts = items.map((item) => Part.parse(item));
  const set = BySetting.parse(items.find(({ sk }) => sk === limitsKey(organizationId).sk) ?? {});
  const sumOf = (name: Sum) => exactSum(parts.map((part) => part[name]));
  return {
    creditMicroUsd: sumOf('creditMicroUsd'),
    spentMicroUsd: sumOf('spentMicroUsd'),
    unheldMicroUsd: sumOf('unheldMicroUsd'),
    releasedMicroUsd: sumOf('releasedMicroUsd'),
    spentByMonth: spentByMonth(items),
    limitMicroUsd: set.limitMicroUsd ?? null,
    alertMicroUsd: set.alertMicroUsd ?? null,
  };
};

/** The credit minus all charges so far. Includes held amounts. */
export const balanceOf = ({ creditMicroUsd, spentMicroUsd }: Account): number =>
  creditMicroUsd - spentMicroUsd;

/** The organization's debt: the amount by which its balance is below zero, or 0. */
export const debtOf = (account: Account): number => Math.max(0, -balanceOf(account));

/** The amount held for unfinished jobs. */
export const heldOf = ({ creditMicroUsd, unheldMicroUsd, releasedMicroUsd }: Account): number =>
  creditMicroUsd - unheldMicroUsd - releasedMicroUsd;
