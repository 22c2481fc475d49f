import { expect, test } from 'vitest';
import { createHandler } from '#functions/workers/audit-books.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { anyTable } from '../../support/table.ts';

const { table } = await anyTable();

const now = () => new Date('2026-11-21T03:00:00.000Z');

test('a total that differs from the ledger is logged with its owner, for the alarm, and counted in the answer', async () => {
  const watched = watchLog();
  const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
  const project = { table, now, newId: () => 'prj_a', limits: Limits.parse({}) };
  const request = { user, body: { name: 'a' }, bodyFingerprint: 'a' };
  await createOrganization({ ...project, newId: () => 'org_a' }, user, request);
  await createProject(project, { organizationId: 'org_a' }, request);
  const audit = createHandler({ table, heldBy: async () => 0, now });
  expect(await audit({}, lambdaContext)).toEqual({ organizations: 1, projects: 1, differing: 0 });
  expect(watched.of('books.differ')).toEqual([]);
  await table.putNew({
    pk: 'prj_a.live/usage',
    sk: '2026-11-19/99',
    jobs: 1,
    audioMs: 12,
    amountMicroUsd: 1,
  });
  expect(await audit({}, lambdaContext)).toEqual({ organizations: 1, projects: 1, differing: 1 });
  expect(watched.of('books.differ')).toMatchObject([
    { owner: 'prj_a on 2026-11-19', what: 'usage', function_request_id: 'invocation-7' },
  ]);
});

test('an audit that cannot read the table fails its invocation, for the alarm', async () => {
  const query = async () => {
    throw new Error('The table is down.');
  };
  const audit = createHandler({ table: { ...table, query }, heldBy: async () => 0, now });
  await expect(audit({}, lambdaContext)).rejects.toThrow('The table is down.');
});
