import * as z from 'zod';
import { everyItem } from '#lib/platform/aws/every-item.ts';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { exactSum } from '#lib/domain/money.ts';
import { projectList } from '#lib/domain/organizations/organization.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { type Account, heldOf, readAccount } from './balance.ts';
import { ledgerPk, usagePk } from './keys.ts';
import { dayOf, hourMs, later } from '#lib/platform/durations.ts';
import { someAtOnce } from '#lib/platform/some-at-once.ts';

type Reader = Pick<Table, 'query' | 'scan'>;

const ProjectItem = z.object({ id: z.string(), organizationId: z.string() });
type Project = z.infer<typeof ProjectItem>;
const OrganizationItem = z.object({ id: z.string() });
const Charge = z.object({
  amountMicroUsd: z.int(),
  createdAt: z.string(),
  organizationId: z.string().optional(),
});
const Payment = z.object({ amountMicroUsd: z.int() });
const Used = z.object({ sk: z.string(), amountMicroUsd: z.int() });

const pageSize = 1_000;
/**
 * Side by side, because deleted ones stay, too: who makes and deletes some all day must not have the audit run out of time. Of each
 * project a page is in memory.
 */
const organizationsAtOnce = 5;
const projectsAtOnce = 8;
// A charge is dated at its job's completion and written within seconds of it.
const settledMs = hourMs;

/** Reads the items page by page, because the charges of a project may not fit into memory. */
const itemsOf = (table: Reader, pk: string): AsyncGenerator<Item, void> =>
  everyItem((startAfter) =>
    table.query({ where: 'pk = :pk', values: { ':pk': pk }, limit: pageSize, startAfter }),
  );

type Difference = {
  readonly owner: string;
  readonly what: 'usage' | 'spent' | 'credits' | 'held';
  readonly ledger_micro_usd: number;
  readonly counted_micro_usd: number;
};

const addTo = (sums: Map<string, number>, instant: string, microUsd: number): void => {
  const day = instant.slice(0, 10);
  sums.set(day, exactSum([sums.get(day) ?? 0, microUsd]));
};

/** Compares a project's ledger with its usage of every past day. Returns the differences and the charges to its organization. */
const auditProject = async (
  table: Reader,
  { id, organizationId }: Project,
  today: string,
): Promise<{ readonly charged: number; readonly differences: Difference[] }> => {
  const tenant = tenantOf(id, 'live');
  const ledger = new Map<string, number>();
  const usage = new Map<string, number>();
  let own = 0;
  for await (const item of itemsOf(table, ledgerPk(tenant))) {
    const { createdAt, amountMicroUsd, organizationId: charged } = Charge.parse(item);
    addTo(ledger, createdAt, amountMicroUsd);
    if (charged === organizationId) own = exactSum([own, amountMicroUsd]);
  }
  for await (const item of itemsOf(table, usagePk(tenant))) {
    const { sk, amountMicroUsd } = Used.parse(item);
    addTo(usage, sk, amountMicroUsd);
  }
  const differences = [...new Set([...ledger.keys(), ...usage.keys()])]
    .filter((day) => day < today)
    .map((day) => ({
      owner: `${id} on ${day}`,
      what: 'usage' as const,
      ledger_micro_usd: -(ledger.get(day) ?? 0),
      counted_micro_usd: usage.get(day) ?? 0,
    }));
  return { charged: -own, differences };
};

/**
 * Whether no hold was taken or released between the two reads. Without a payment both sums change in one direction
 * only, so equal sums mean that nothing changed.
 */
const isHeldAlike = (before: Account, after: Account): boolean =>
  before.creditMicroUsd === after.creditMicroUsd &&
  before.unheldMicroUsd === after.unheldMicroUsd &&
  before.releasedMicroUsd === after.releasedMicroUsd;

/**
 * Compares the counters with the ledger. Jobs end during the audit, so the sum of the ledger must lie between two reads
 * of the counter.
 */
const auditOrganization = async (
  table: Reader,
  organizationId: string,
  projects: () => Promise<number>,
): Promise<Difference[]> => {
  const before = await readAccount(table, organizationId);
  const charged = await projects();
  let paid = 0;
  for await (const item of itemsOf(table, ledgerPk(organizationId)))
    paid = exactSum([paid, Payment.parse(item).amountMicroUsd]);
  const after = await readAccount(table, organizationId);
  const isBetween = before.spentMicroUsd <= charged && charged <= after.spentMicroUsd;
  const counted = (what: 'spent' | 'credits', ledger: number): Difference => ({
    owner: organizationId,
    what,
    ledger_micro_usd: ledger,
    counted_micro_usd: what === 'spent' ? after.spentMicroUsd : after.creditMicroUsd,
  });
  return [
    ...(isBetween ? [] : [counted('spent', charged)]),
    // Credits change in both directions, but rarely. If there was a payment during the audit, they are compared the
    // next day.
    ...(before.creditMicroUsd === after.creditMicroUsd ? [counted('credits', paid)] : []),
  ];
};

/**
 * Compares an organization's held amount with the holds of its unfinished jobs. If these keep changing, the comparison
 * waits for the next day.
 */
const auditHolds = async (
  { table, heldBy }: AuditDeps,
  organizationId: string,
  projects: readonly Project[],
): Promise<Difference[]> => {
  for (let tries = 0; tries < 3; tries += 1) {
    const before = await readAccount(table, organizationId);
    const holds = await someAtOnce(projects, projectsAtOnce, ({ id }) => heldBy(tenantOf(id, 'live')));
    const after = await readAccount(table, organizationId);
    if (!isHeldAlike(before, after)) continue;
    const [ledger, counted] = [exactSum(holds), heldOf(after)];
    return [{ owner: organizationId, what: 'held', ledger_micro_usd: ledger, counted_micro_usd: counted }];
  }
  return [];
};

export type AuditDeps = {
  readonly table: Reader;
  /** The amount that a project's unfinished jobs hold, in micro-dollars. */
  readonly heldBy: (tenant: Tenant) => Promise<number>;
  readonly now: () => Date;
};

type Scope = { readonly projects: readonly Project[]; readonly today: string };

/** Every difference in the books of an organization and of these projects of it. */
const auditAll = async (
  deps: AuditDeps,
  organizationId: string,
  { projects, today }: Scope,
): Promise<readonly Difference[]> => {
  const { table } = deps;
  const found: Difference[] = [];
  const audited = async (): Promise<number> => {
    const audits = await someAtOnce(projects, projectsAtOnce, (project) =>
      auditProject(table, project, today),
    );
    found.push(...audits.flatMap(({ differences }) => differences));
    return exactSum(audits.map(({ charged }) => charged));
  };
  found.push(...(await auditOrganization(table, organizationId, audited)));
  found.push(...(await auditHolds(deps, organizationId, projects)));
  return found.filter((one) => one.ledger_micro_usd !== one.counted_micro_usd);
};

/** The organization's projects that are not among these. The rows of deleted projects expire. */
const otherProjects = async (
  table: Reader,
  organizationId: string,
  projects: readonly Project[],
): Promise<readonly Project[]> => {
  const others: Project[] = [];
  for await (const item of itemsOf(table, projectList(organizationId))) {
    const project = ProjectItem.parse(item);
    if (!projects.some(({ id }) => id === project.id)) others.push(project);
  }
  return others;
};

/**
 * Audits once more with projects that were created after all projects were listed, if these may explain the
 * differences.
 */
const auditWithNew = async (
  deps: AuditDeps,
  organizationId: string,
  { projects, today }: Scope,
): Promise<readonly Difference[]> => {
  const differences = await auditAll(deps, organizationId, { projects, today });
  if (!differences.some(({ what }) => what === 'spent' || what === 'held')) return differences;
  const made = await otherProjects(deps.table, organizationId, projects);
  if (made.length === 0) return differences;
  return auditWithNew(deps, organizationId, { projects: [...projects, ...made], today });
};

/** All projects, and the projects of each organization, including organizations without projects. */
const listOwners = async (table: Reader) => {
  const projects: Project[] = [];
  const ids = new Set<string>();
  const values = { ':project': 'project', ':organization': 'organization' };
  for await (const item of everyItem((startAfter) =>
    table.scan({ filter: 'sk IN (:project, :organization)', values, startAfter }),
  )) {
    if (item['sk'] === 'project') projects.push(ProjectItem.parse(item));
    else ids.add(OrganizationItem.parse(item).id);
  }
  const owned = Map.groupBy(projects, ({ organizationId }) => organizationId);
  for (const id of owned.keys()) ids.add(id);
  return { projects, organizations: new Map([...ids].map((id) => [id, owned.get(id) ?? []])) };
};

/** The numbers of compared organizations and projects, and of counters that differ from the ledger. */
export type Audit = {
  readonly organizations: number;
  readonly projects: number;
  readonly differing: number;
};

/** Compares every counter with the sum of its ledger lines, and logs each difference. There should be none. */
export const auditBooks = async (deps: AuditDeps): Promise<Audit> => {
  const { table, now } = deps;
  const today = dayOf(later(now(), -settledMs));
  const { projects: allProjects, organizations } = await listOwners(table);
  const audited = await someAtOnce([...organizations], organizationsAtOnce, async ([id, projects]) => {
    const differences = await auditWithNew(deps, id, { projects, today });
    for (const difference of differences) log.info('books.differ', difference);
    return differences.length;
  });
  const differing = exactSum(audited);
  const audit = { organizations: organizations.size, projects: allProjects.length, differing };
  log.info('books.audited', audit);
  return audit;
};
