import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { sumMicroUsd } from '#lib/domain/money.ts';
import { balancePk } from './keys.ts';

type Reader = Pick<Table, 'query'>;

const amount = z.int().default(0);
const Part = z.object({
  creditMicroUsd: amount,
  unheldMicroUsd: amount,
  spentMicroUsd: amount,
  releasedMicroUsd: amount,
});

// One item of credits and 16 of charges.
const maxParts = 100;

/** An organization's account in micro-dollars. See hold.ts for holds. */
export type Account = {
  /** Payments less refunds and disputes. */
  readonly creditMicroUsd: number;
  /** Charges for all jobs of all projects. */
  readonly spentMicroUsd: number;
  /** The credit, less every hold ever taken. */
  readonly unheldMicroUsd: number;
  /** Every hold ever released. */
  readonly releasedMicroUsd: number;
};

/** Reads an organization's account by adding up its items. One read. */
export const readAccount = async (table: Reader, organizationId: string): Promise<Account> => {
  const { items, last } = await table.query({
    where: 'pk = :balance',
    values: { ':balance': balancePk(organizationId) },
    limit: maxParts,
  });
  if (last) throw new Error('A balance has more parts than expected.');
  const parts = items.map((item) => Part.parse(item));
  const sumOf = (name: keyof Account) => sumMicroUsd(parts.map((part) => part[name]));
  return {
    creditMicroUsd: sumOf('creditMicroUsd'),
    spentMicroUsd: sumOf('spentMicroUsd'),
    unheldMicroUsd: sumOf('unheldMicroUsd'),
    releasedMicroUsd: sumOf('releasedMicroUsd'),
  };
};

/** The credit less all charges so far. Includes held amounts. */
export const balanceOf = ({ creditMicroUsd, spentMicroUsd }: Account): number =>
  creditMicroUsd - spentMicroUsd;

/** The amount held for unfinished jobs. */
export const heldOf = ({ creditMicroUsd, unheldMicroUsd, releasedMicroUsd }: Account): number =>
  creditMicroUsd - unheldMicroUsd - releasedMicroUsd;
