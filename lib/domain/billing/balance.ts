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

// One item of credits and 16 of what jobs cost.
const maxParts = 100;

/** The money of an organization, in micro-dollars. See hold.ts for what is held. */
export type Account = {
  /** What was paid, without what went back. */
  readonly creditMicroUsd: number;
  /** What all jobs of all projects cost. */
  readonly spentMicroUsd: number;
  /** The credit, less every hold that was ever taken. */
  readonly unheldMicroUsd: number;
  /** Every hold that was ever released. */
  readonly releasedMicroUsd: number;
};

/** Reads the account of an organization, whose items are the parts of a few sums. One read. */
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

/** What is left of the credit when all that jobs cost so far is taken off. What is held is still in it. */
export const balanceOf = ({ creditMicroUsd, spentMicroUsd }: Account): number =>
  creditMicroUsd - spentMicroUsd;

/** What is held for jobs on their way. */
export const heldOf = ({ creditMicroUsd, unheldMicroUsd, releasedMicroUsd }: Account): number =>
  creditMicroUsd - unheldMicroUsd - releasedMicroUsd;
