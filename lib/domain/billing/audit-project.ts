import * as z from 'zod';
import { exactSum } from '#lib/domain/money.ts';
import { everyItem } from '#lib/platform/aws/every-item.ts';
import { assigning, type Item, type Key, type Table } from '#lib/platform/aws/table.ts';
import { dayMs, dayOf, later } from '#lib/platform/durations.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { chargedJobOf, ledgerPk, usagePk } from './keys.ts';

/*
 * The charges of jobs that were created before some day never change: no job is charged that long after its creation. An
 * audit that finds no difference therefore closes these days, and stores what the charges add up to. The next audit reads
 * on from there, so a night costs as much as the charges of a few days, however long the ledger is.
 */

export type Difference = {
  readonly owner: string;
  readonly what: 'usage' | 'spent' | 'months' | 'credits' | 'held';
  readonly ledger_micro_usd: number;
  readonly counted_micro_usd: number;
};

const ClosedBooks = z.object({
  /** The first UTC day that is not closed. The sums are of jobs that were created before it. */
  before: z.string(),
  /** What these jobs cost the project's organization, below zero. */
  ownMicroUsd: z.int(),
  /** What those of them cost that were charged from `before` on, by day, below zero. */
  openDays: z.record(z.string(), z.int()),
});
export type ClosedBooks = z.infer<typeof ClosedBooks>;

/** Where an audit of all charges begins: before any. */
export const nothingClosed: ClosedBooks = { before: '2000-01-01', ownMicroUsd: 0, openDays: {} };

const closedBooksKey = (tenant: Tenant): Key => ({ pk: `${tenant}/closed-books`, sk: 'closed-books' });

/** What earlier audits have closed. */
export const findClosedBooks = async (table: Pick<Table, 'get'>, tenant: Tenant): Promise<ClosedBooks> => {
  const item = await table.get(closedBooksKey(tenant));
  return item ? ClosedBooks.parse(item) : nothingClosed;
};

export const closeBooks = async (
  table: Pick<Table, 'update'>,
  { tenant, closed }: Pick<ProjectAudit, 'tenant' | 'closed'>,
): Promise<void> => {
  await table.update({ key: closedBooksKey(tenant), ...assigning(closed) });
};

type Reader = Pick<Table, 'query'>;
const Charge = z.object({
  sk: z.string(),
  amountMicroUsd: z.int(),
  createdAt: z.string(),
  organizationId: z.string().optional(),
});
const Used = z.object({ sk: z.string(), amountMicroUsd: z.int() });

const pageSize = 1_000;
/** More than the two days that a job may take. */
const openMs = 3 * dayMs;

/** Reads the items page by page, because the charges of a project may not fit into memory. */
export const itemsOf = (table: Reader, pk: string, from = ''): AsyncGenerator<Item, void> =>
  everyItem(table, {
    where: from === '' ? 'pk = :pk' : 'pk = :pk AND sk BETWEEN :from AND :to',
    values: { ':pk': pk, ...(from !== '' && { ':from': from, ':to': '~' }) },
    limit: pageSize,
  });

const addTo = (sums: Map<string, number>, instant: string, microUsd: number): void => {
  const day = instant.slice(0, 10);
  sums.set(day, exactSum([sums.get(day) ?? 0, microUsd]));
};

export type ProjectAudit = {
  readonly tenant: Tenant;
  /** What all charges cost the project's organization. */
  readonly charged: number;
  /** The usage of each past day that is not closed, also where it does not differ. */
  readonly days: readonly Difference[];
  /** What may be closed if nothing differs. */
  readonly closed: ClosedBooks;
};

type Project = { readonly id: string; readonly organizationId: string };
/** The last instant whose charges are all written, and what is closed already. */
type Period = { readonly settledAt: Date; readonly from: ClosedBooks };

/** Compares a project's ledger with its usage of every past day, and adds up the charges to its organization. */
export const auditProject = async (
  table: Reader,
  { id, organizationId }: Project,
  { settledAt, from }: Period,
): Promise<ProjectAudit> => {
  const tenant = tenantOf(id, 'live');
  const openDay = dayOf(later(settledAt, -openMs));
  const before = openDay > from.before ? openDay : from.before;
  const ledger = new Map(Object.entries(from.openDays));
  let own = from.ownMicroUsd;
  const close = (): ClosedBooks => ({
    before,
    ownMicroUsd: own,
    openDays: Object.fromEntries([...ledger].filter(([day]) => day >= before)),
  });
  let closed: ClosedBooks | undefined;
  // In the order of the jobs' creation.
  for await (const item of itemsOf(table, ledgerPk(tenant), `charge/${from.before}`)) {
    const { sk, createdAt, amountMicroUsd, organizationId: charged } = Charge.parse(item);
    if (chargedJobOf(sk).createdAt >= before) closed ??= close();
    addTo(ledger, createdAt, amountMicroUsd);
    if (charged === organizationId) own = exactSum([own, amountMicroUsd]);
  }
  const usage = new Map<string, number>();
  for await (const item of itemsOf(table, usagePk(tenant), from.before)) {
    const { sk, amountMicroUsd } = Used.parse(item);
    addTo(usage, sk, amountMicroUsd);
  }
  const days = [...new Set([...ledger.keys(), ...usage.keys()])]
    .filter((day) => day < dayOf(settledAt))
    .map((day) => ({
      owner: `${id} on ${day}`,
      what: 'usage' as const,
      ledger_micro_usd: -(ledger.get(day) ?? 0),
      counted_micro_usd: usage.get(day) ?? 0,
    }));
  return { tenant, charged: -own, days, closed: closed ?? close() };
};
