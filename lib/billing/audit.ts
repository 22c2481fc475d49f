import * as z from 'zod';
import type { Item, Table } from '#lib/aws/table.ts';
import { log } from '#lib/log.ts';
import { sumMicroUsd } from '#lib/money.ts';
import { tenantOf } from '#lib/tenant.ts';
import { balancePk, ledgerPk, usagePk } from './keys.ts';

type Reader = Pick<Table, 'query' | 'scan'>;

const ProjectItem = z.object({ id: z.string(), organizationId: z.string() });
const Charge = z.object({
  amountMicroUsd: z.int(),
  createdAt: z.string(),
  organizationId: z.string().optional(),
});
const Payment = z.object({ amountMicroUsd: z.int() });
const Used = z.object({ sk: z.string(), amountMicroUsd: z.int() });
const Balance = z.object({ creditMicroUsd: z.int().default(0), spentMicroUsd: z.int().default(0) });

const pageSize = 1_000;
// A charge bears the instant at which its job was completed and is written within seconds of it.
const settledMs = 60 * 60 * 1000;

type Page = { readonly items: readonly Item[]; readonly last: Item | undefined };

const whole = async (page: (from: Item | undefined) => Promise<Page>): Promise<Item[]> => {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const { items, last } = await page(from);
    found.push(...items);
    from = last;
  } while (from);
  return found;
};

const partition = (table: Reader, pk: string): Promise<Item[]> =>
  whole((from) =>
    table.query({
      where: 'pk = :pk',
      values: { ':pk': pk },
      limit: pageSize,
      ...(from && { startAfter: from }),
    }),
  );

const countedOf = async (table: Reader, organizationId: string) => {
  const parts = (await partition(table, balancePk(organizationId))).map((item) => Balance.parse(item));
  return {
    credits: sumMicroUsd(parts.map(({ creditMicroUsd }) => creditMicroUsd)),
    spent: sumMicroUsd(parts.map(({ spentMicroUsd }) => spentMicroUsd)),
  };
};

type Difference = {
  readonly owner: string;
  readonly what: 'usage' | 'spent' | 'credits';
  readonly ledger_micro_usd: number;
  readonly counted_micro_usd: number;
};

const byDay = <One extends { readonly amountMicroUsd: number }>(
  all: readonly One[],
  dayOf: (one: One) => string,
): ReadonlyMap<string, number> =>
  new Map(
    Map.groupBy(all, dayOf)
      .entries()
      .map(([day, some]) => [day, sumMicroUsd(some.map(({ amountMicroUsd }) => amountMicroUsd))]),
  );

/** Holds a project's ledger against its usage of every day that is over; what it charged the organization comes back. */
const auditProject = async (
  table: Reader,
  { id, organizationId }: z.infer<typeof ProjectItem>,
  today: string,
): Promise<{ readonly charged: number; readonly differences: Difference[] }> => {
  const tenant = tenantOf(id, 'live');
  const lines = (await partition(table, ledgerPk(tenant))).map((item) => Charge.parse(item));
  const used = (await partition(table, usagePk(tenant))).map((item) => Used.parse(item));
  const ledger = byDay(lines, ({ createdAt }) => createdAt.slice(0, 10));
  const usage = byDay(used, ({ sk }) => sk.slice(0, 10));
  const differences = [...new Set([...ledger.keys(), ...usage.keys()])]
    .filter((day) => day < today)
    .map((day) => ({
      owner: `${id} on ${day}`,
      what: 'usage' as const,
      ledger_micro_usd: -(ledger.get(day) ?? 0),
      counted_micro_usd: usage.get(day) ?? 0,
    }));
  const own = lines.filter((line) => line.organizationId === organizationId);
  return { charged: -sumMicroUsd(own.map(({ amountMicroUsd }) => amountMicroUsd)), differences };
};

/** What is counted was read before and after the ledger, which must lie between: jobs end meanwhile. */
const auditOrganization = async (
  table: Reader,
  organizationId: string,
  projects: () => Promise<number>,
): Promise<Difference[]> => {
  const before = await countedOf(table, organizationId);
  const charged = await projects();
  const payments = (await partition(table, ledgerPk(organizationId))).map((item) => Payment.parse(item));
  const paid = sumMicroUsd(payments.map(({ amountMicroUsd }) => amountMicroUsd));
  const after = await countedOf(table, organizationId);
  const isBetween = before.spent <= charged && charged <= after.spent;
  const counted = (what: 'spent' | 'credits', ledger: number): Difference => ({
    owner: organizationId,
    what,
    ledger_micro_usd: ledger,
    counted_micro_usd: after[what],
  });
  return [
    ...(isBetween ? [] : [counted('spent', charged)]),
    // Payments go both ways, but are rare: one that comes meanwhile is looked at tomorrow.
    ...(before.credits === after.credits ? [counted('credits', paid)] : []),
  ];
};

/**
 * Holds every total that is counted along the way against the ledger it is the sum of. Logs each difference, of which
 * there must be none; how many there are comes back.
 */
export const auditBooks = async ({
  table,
  now,
}: {
  readonly table: Reader;
  readonly now: () => Date;
}): Promise<number> => {
  const today = new Date(now().getTime() - settledMs).toISOString().slice(0, 10);
  const items = await whole((from) =>
    table.scan({ filter: 'sk = :project', values: { ':project': 'project' }, startAfter: from }),
  );
  const organizations = Map.groupBy(
    items.map((item) => ProjectItem.parse(item)),
    ({ organizationId }) => organizationId,
  );
  let differing = 0;
  for (const [organizationId, projects] of organizations) {
    const found: Difference[] = [];
    const audited = async (): Promise<number> => {
      const charged: number[] = [];
      for (const project of projects) {
        const audit = await auditProject(table, project, today);
        found.push(...audit.differences);
        charged.push(audit.charged);
      }
      return sumMicroUsd(charged);
    };
    found.push(...(await auditOrganization(table, organizationId, audited)));
    const differences = found.filter((one) => one.ledger_micro_usd !== one.counted_micro_usd);
    for (const difference of differences) log.info('books.differ', difference);
    differing += differences.length;
  }
  log.info('books.audited', { organizations: organizations.size, projects: items.length, differing });
  return differing;
};
