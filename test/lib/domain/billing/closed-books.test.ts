import { beforeEach, expect, test } from 'vitest';
import { auditBooks } from '#lib/domain/billing/audit.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { deleteProject } from '#lib/domain/organizations/delete-project.ts';
import { dayMs, hourMs, later, minuteMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { anyTable } from '../../../support/table.ts';

const begun = new Date('2026-11-01T03:00:00.000Z');
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

let table: Table;
let organizationId: string;
let projectId: string;
beforeEach(async () => {
  ({ table } = await anyTable());
  organizationId = randomId('org');
  projectId = randomId('prj');
  const now = () => later(begun, -400 * dayMs);
  const request = { user, body: { name: 'a' }, bodyFingerprint: 'a' };
  const making = { table, now, limits: Limits.parse({}) };
  await createOrganization({ ...making, newId: () => organizationId }, user, request);
  await createProject({ ...making, newId: () => projectId }, { organizationId }, request);
});

const tenant = () => tenantOf(projectId, 'live');
/** Charges a job that was created some time before. */
const charged = (at: Date, tookMs = minuteMs) => {
  const job = { tenant: tenant(), organizationId, id: randomId('ofq'), name: null, keyId: 'k' };
  const createdAt = later(at, -tookMs).toISOString();
  const facts = { createdAt, audioMs: 12_000, heldMicroUsd: null, detectedLanguage: 'en' };
  return table.transact(charge({ ...job, ...facts }, 1_000, at));
};

/** An audit's differences, and how many lines of the ledger it read. */
const auditAt = async (at: Date) => {
  const watched = watchLog();
  let lines = 0;
  const query: Table['query'] = async (input) => {
    const page = await table.query(input);
    if (input.values?.[':pk'] === `${tenant()}/ledger`) lines += page.items.length;
    return page;
  };
  await auditBooks({ table: { ...table, query }, heldBy: async () => 0, now: () => at });
  return { found: watched.of('books.differ'), lines };
};
const add = (sk: string, pk = `${organizationId}/balance`, field = 'spentMicroUsd') =>
  table.update({ key: { pk, sk }, set: `ADD ${field} :one`, values: { ':one': 1 } });

test('an audit reads the charges of the last days only, however long the ledger is', async () => {
  for (let day = 1; day <= 40; day += 1) await charged(later(begun, -day * dayMs));
  expect(await auditAt(begun)).toEqual({ found: [], lines: 40 });
  await charged(later(begun, hourMs));
  expect(await auditAt(later(begun, dayMs))).toEqual({ found: [], lines: 4 });
  // A night without an audit leaves nothing out.
  expect(await auditAt(later(begun, 3 * dayMs))).toEqual({ found: [], lines: 3 });
  expect(await auditAt(later(begun, 300 * dayMs))).toEqual({ found: [], lines: 1 });
});

test('jobs that take up to two days are in the books of the day that charged them, whichever nights were audited', async () => {
  const took = [minuteMs, 30 * hourMs, 5 * hourMs, 2 * dayMs, 11 * hourMs];
  for (let hour = 0; hour < 24 * 15; hour += 1) {
    const at = later(begun, hour * hourMs);
    await charged(at, took[hour % took.length]);
    if (hour % 24 !== 0 || hour % 5 === 0) continue;
    const { found, lines } = await auditAt(at);
    expect(found).toEqual([]);
    expect(lines).toBeLessThan(24 * 6);
  }
  await add('2026-11-12/99', `${tenant()}/usage`, 'amountMicroUsd');
  await add('2026-11-12/99', `${tenant()}/usage`, 'jobs');
  await add('2026-11-12/99', `${tenant()}/usage`, 'audioMs');
  expect((await auditAt(later(begun, 15 * dayMs))).found).toMatchObject([
    {
      what: 'usage',
      owner: `${projectId} on 2026-11-12`,
      ledger_micro_usd: 24_000,
      counted_micro_usd: 24_001,
    },
  ]);
});

test('a difference is told by the whole ledger, every night until it is corrected', async () => {
  for (let day = 1; day <= 10; day += 1) await charged(later(begun, -day * dayMs));
  expect((await auditAt(begun)).found).toEqual([]);
  await add('spent/99');
  for (let night = 1; night <= 3; night += 1)
    expect((await auditAt(later(begun, night * dayMs))).found).toMatchObject([
      { what: 'spent', ledger_micro_usd: 10_000, counted_micro_usd: 10_001 },
    ]);
  await table.update({
    key: { pk: `${organizationId}/balance`, sk: 'spent/99' },
    set: 'ADD spentMicroUsd :by',
    values: { ':by': -1 },
  });
  expect((await auditAt(later(begun, 4 * dayMs))).found).toEqual([]);
});

test('a wrong usage is told every night, also when its day would long be closed', async () => {
  for (let day = 1; day <= 10; day += 1) await charged(later(begun, -day * dayMs));
  for (const field of ['amountMicroUsd', 'jobs', 'audioMs'])
    await add('2026-10-30/99', `${tenant()}/usage`, field);
  for (let night = 0; night <= 6; night += 1)
    expect((await auditAt(later(begun, night * dayMs))).found).toMatchObject([
      { what: 'usage', owner: `${projectId} on 2026-10-30`, counted_micro_usd: 1_001 },
    ]);
});

test('a charge behind what is closed is no difference', async () => {
  for (let day = 1; day <= 10; day += 1) await charged(later(begun, -day * dayMs));
  await auditAt(begun);
  await charged(later(begun, hourMs), 8 * dayMs);
  for (let night = 1; night <= 8; night += 1)
    expect((await auditAt(later(begun, night * dayMs))).found).toEqual([]);
});

test('the charges of a deleted project stay in the books, also when its row has expired', async () => {
  await charged(later(begun, -dayMs));
  await deleteProject({ table, closeKeys: async () => [], now: () => begun }, { projectId }, user);
  const query: Table['query'] = async (input) =>
    input.values?.[':list'] === `${organizationId}/projects`
      ? { items: [], last: undefined }
      : table.query(input);
  const audit = { table: { ...table, query }, heldBy: async () => 0, now: () => later(begun, 30 * dayMs) };
  expect(await auditBooks(audit)).toEqual({ organizations: 1, projects: 1, differing: 0 });
});
