import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { exactSum } from '#lib/domain/money.ts';
import { everyOrganization, everyProject } from '#lib/domain/organizations/all-owners.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { hourMs, later } from '#lib/platform/durations.ts';
import { someAtOnce } from '#lib/platform/some-at-once.ts';
import {
  auditProject,
  closeBooks,
  type Difference,
  findClosedBooks,
  itemsOf,
  nothingClosed,
  type ProjectAudit,
} from './audit-project.ts';
import { type Account, heldOf, readAccount } from './balance.ts';
import { ledgerPk } from './keys.ts';

type Reader = Pick<Table, 'get' | 'query'>;

const Payment = z.object({ amountMicroUsd: z.int() });

/**
 * Side by side, because deleted ones stay, too: who makes and deletes some all day must not have the audit run out of time. Of each
 * project a page is in memory.
 */
const organizationsAtOnce = 5;
const projectsAtOnce = 8;
// A charge is dated at its job's completion and written within seconds of it.
const settledMs = hourMs;

/**
 * Whether no hold was taken or released between the two reads. Without a payment both sums change in one direction
 * only, so equal sums mean that nothing changed.
 */
const isHeldAlike = (before: Account, after: Account): boolean =>
  before.creditMicroUsd === after.creditMicroUsd &&
  before.unheldMicroUsd === after.unheldMicroUsd &&
  before.releasedMicroUsd === after.releasedMicroUsd;

/** The charges of all months. The spend limit reads those of the current one. */
const monthsOf = ({ spentByMonth }: Account): number => exactSum([...spentByMonth.values()]);

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
  const compared = (what: Difference['what'], ledger: number, counted: number): Difference => ({
    owner: organizationId,
    what,
    ledger_micro_usd: ledger,
    counted_micro_usd: counted,
  });
  const charges = (what: 'spent' | 'months', countedIn: (account: Account) => number): Difference[] => {
    const isBetween = countedIn(before) <= charged && charged <= countedIn(after);
    return isBetween ? [] : [compared(what, charged, countedIn(after))];
  };
  return [
    ...charges('spent', (account) => account.spentMicroUsd),
    ...charges('months', monthsOf),
    // Credits change in both directions, but rarely. If there was a payment during the audit, they are compared the
    // next day.
    ...(before.creditMicroUsd === after.creditMicroUsd
      ? [compared('credits', paid, after.creditMicroUsd)]
      : []),
  ];
};

/**
 * Compares an organization's held amount with the holds of its unfinished jobs. If these keep changing, the comparison
 * waits for the next day.
 */
const auditHolds = async (
  { table, heldBy }: AuditDeps,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Difference[]> => {
  for (let tries = 0; tries < 3; tries += 1) {
    const before = await readAccount(table, organizationId);
    const holds = await someAtOnce(projectIds, projectsAtOnce, (id) => heldBy(tenantOf(id, 'live')));
    const after = await readAccount(table, organizationId);
    if (!isHeldAlike(before, after)) continue;
    const ledger = exactSum(holds);
    const counted = heldOf(after);
    return [{ owner: organizationId, what: 'held', ledger_micro_usd: ledger, counted_micro_usd: counted }];
  }
  return [];
};

export type AuditDeps = {
  readonly table: Pick<Table, 'get' | 'query' | 'update'>;
  /** The amount that a project's unfinished jobs hold, in micro-dollars. */
  readonly heldBy: (tenant: Tenant) => Promise<number>;
  readonly now: () => Date;
};

type Scope = {
  readonly organizationId: string;
  readonly projectIds: readonly string[];
  readonly settledAt: Date;
  /** Whether to read again what is closed. */
  readonly isFull: boolean;
};
type Audited = { readonly differences: readonly Difference[]; readonly projects: readonly ProjectAudit[] };

/** Compares the books of an organization and of these projects of it. */
const auditAll = async (deps: AuditDeps, scope: Scope): Promise<Audited> => {
  const { table } = deps;
  const { organizationId, projectIds, settledAt, isFull } = scope;
  let projects: readonly ProjectAudit[] = [];
  const charged = async (): Promise<number> => {
    projects = await someAtOnce(projectIds, projectsAtOnce, async (id) => {
      const from = isFull ? nothingClosed : await findClosedBooks(table, tenantOf(id, 'live'));
      return auditProject(table, { id, organizationId }, { settledAt, from });
    });
    return exactSum(projects.map((project) => project.charged));
  };
  const compared = [
    ...(await auditOrganization(table, organizationId, charged)),
    ...projects.flatMap(({ days }) => days),
    ...(await auditHolds(deps, organizationId, projectIds)),
  ];
  const differences = compared.filter((one) => one.ledger_micro_usd !== one.counted_micro_usd);
  return { differences, projects };
};

const isAbout = (kinds: readonly Difference['what'][], differences: readonly Difference[]): boolean =>
  differences.some(({ what }) => kinds.includes(what));

/**
 * Audits once more with projects that were created after all projects were listed, if these may explain the
 * differences.
 */
const auditWithNew = async (deps: AuditDeps, scope: Scope): Promise<Audited> => {
  const audited = await auditAll(deps, scope);
  if (!isAbout(['spent', 'months', 'held'], audited.differences)) return audited;
  const projectIds = await everyProject(deps.table, scope.organizationId);
  if (projectIds.length === scope.projectIds.length) return audited;
  return auditWithNew(deps, { ...scope, projectIds });
};

/** Whether a ledger of charges differs. Only these are closed. */
const isOfCharges = (differences: readonly Difference[]): boolean =>
  isAbout(['usage', 'spent', 'months'], differences);

/** Audits an organization, and closes what may be closed. */
const auditOne = async (deps: AuditDeps, scope: Scope): Promise<readonly Difference[]> => {
  const { differences, projects } = await auditWithNew(deps, scope);
  if (!isOfCharges(differences))
    await someAtOnce(projects, projectsAtOnce, (project) => closeBooks(deps.table, project));
  return differences;
};

/** The numbers of compared organizations and projects, and of counters that differ from the ledger. */
export type Audit = {
  readonly organizations: number;
  readonly projects: number;
  readonly differing: number;
};

/**
 * Compares every counter with the sum of its ledger lines, and logs each difference. There should be none. Before a
 * difference from charges is logged, all charges of the organization are read again, after all that is open.
 */
export const auditBooks = async (deps: AuditDeps): Promise<Audit> => {
  const { table, now } = deps;
  const settledAt = later(now(), -settledMs);
  const organizations = await everyOrganization(table);
  const open = await someAtOnce(organizations, organizationsAtOnce, async (organizationId) => {
    const projectIds = await everyProject(table, organizationId);
    const scope = { organizationId, projectIds, settledAt, isFull: false };
    return { scope, differences: await auditOne(deps, scope) };
  });
  let differing = 0;
  for (const { scope, differences } of open) {
    const isReread = isOfCharges(differences);
    if (isReread) log.info('books.reread', { organization_id: scope.organizationId });
    const told = isReread ? await auditOne(deps, { ...scope, isFull: true }) : differences;
    for (const difference of told) log.info('books.differ', difference);
    differing += told.length;
  }
  const projects = exactSum(open.map(({ scope }) => scope.projectIds.length));
  const audit = { organizations: organizations.length, projects, differing };
  log.info('books.audited', audit);
  return audit;
};
