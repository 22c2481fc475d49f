import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { auditBooks } from '#lib/domain/billing/audit.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { heldByJobs } from '#lib/domain/transcriptions/held-by-jobs.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { dayMs, later } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { anyTable } from '../../../support/table.ts';
import { aTranscription } from '../../../support/transcription.ts';

const at = new Date('2026-11-21T03:00:00.000Z');
const now = () => at;
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

let table: Table;
let organizationId: string;
let tenant: Tenant;
let watched: ReturnType<typeof watchLog>;
beforeEach(async () => {
  watched = watchLog();
  ({ table } = await anyTable());
  organizationId = randomId('org');
  const projectId = randomId('prj');
  const request = { user, body: { name: 'a' }, bodyFingerprint: 'a' };
  const making = { table, now, newId: () => projectId, limits: Limits.parse({}) };
  await createOrganization({ ...making, newId: () => organizationId }, user, request);
  await createProject(making, { organizationId }, request);
  tenant = tenantOf(projectId, 'live');
  const credit = { organizationId, priceId: 'price_a', paidCents: 100, microUsd: 1_000_000 };
  const booking = { payments: dynamoPaymentRepository(table), now };
  await recordPaymentEvent(booking, randomId('pi'), { kind: 'credit', credit });
  const yesterday = later(at, -dayMs);
  const job = { ...aTranscription({ tenant, id: randomId('ofq'), organizationId }), name: null };
  const charged = { ...job, audioMs: 12_000, heldMicroUsd: null, keyId: 'k', detectedLanguage: 'en' };
  await table.transact(charge(charged, 1_000, yesterday));
});

const store = () => dynamoTranscriptionRepository(table, Limits.parse({}));
const aJob = async () => {
  const url = { uploadId: null, audioUrl: 'https://a.example/a.mp3' };
  const job = aTranscription({ ...url, tenant, id: randomId('ofq'), organizationId, heldMicroUsd: 1_500 });
  return (await store().create(job, at)).kind;
};

/** The log lines of an audit, by the name of the difference. */
const audit = async () => {
  const before = watched.of('books.differ').length;
  await auditBooks({ table, heldBy: heldByJobs({ table, store: store() }), now });
  return new Map(
    watched
      .of('books.differ')
      .slice(before)
      .map((line) => [String(line['what']), line]),
  );
};

const page = readFileSync(join(import.meta.dirname, '../../../../docs/maintenance.md'), 'utf8');

/** The correction in the runbook for a difference. Its sk and amount are left to the operator. */
const correctionOf = (what: string) => {
  const [, pk = '', sk = '', attribute = '', less = ''] =
    new RegExp(`^ *correct (\\S+) (\\S+) (\\w+) <old> \\$\\(\\((\\w+) - \\w+\\)\\) +# ${what}\\b`, 'm').exec(
      page,
    ) ?? [];
  return { pk, sk, attribute, isLedgerLess: less === 'counted' };
};

/** Corrects the difference in one line of the audit, like the command in the runbook. */
const correct = async (line: Readonly<Record<string, unknown>> | undefined) => {
  const { pk: owner, sk, attribute, isLedgerLess } = correctionOf(String(line?.['what']));
  const pk = owner.replace('<org_…>', organizationId).replace('<prj_….live>', tenant);
  const { items } = await table.query({ where: 'pk = :pk', values: { ':pk': pk }, limit: 100 });
  const item = items.find(({ sk: one }) => String(one).startsWith(sk.replace(/<.*/, '')));
  const ledger = Number(line?.['ledger_micro_usd']);
  const counted = Number(line?.['counted_micro_usd']);
  await table.update({
    key: { pk, sk: String(item?.['sk']) },
    set: `ADD ${attribute} :by`,
    where: `${attribute} = :old`,
    values: { ':by': isLedgerLess ? counted - ledger : ledger - counted, ':old': item?.[attribute] },
  });
};

test.each([
  ['usage', () => `${tenant}/usage`, 'amountMicroUsd', ['usage']],
  ['spent', () => `${organizationId}/balance`, 'spentMicroUsd', ['spent']],
  ['months', () => `${organizationId}/balance`, 'spent202611', ['months']],
  // The expected unheld amount is computed from the credit, so the audit finds both.
  ['credits', () => `${organizationId}/balance`, 'creditMicroUsd', ['credits', 'held']],
  ['held', () => `${organizationId}/balance`, 'unheldMicroUsd', ['held']],
])(
  'a wrong total is put right by the items and signs that docs/maintenance.md gives: %s',
  async (what, pkOf, field, found) => {
    const { items } = await table.query({ where: 'pk = :pk', values: { ':pk': pkOf() }, limit: 100 });
    const item = items.find((one) => typeof one[field] === 'number' && one[field] !== 0);
    await table.update({
      key: { pk: pkOf(), sk: String(item?.['sk']) },
      set: `ADD ${field} :by`,
      values: { ':by': -2_000_000 },
    });
    const differences = await audit();
    expect([...differences.keys()].toSorted()).toEqual(found.toSorted());
    await correct(differences.get(what));
    expect([...(await audit()).keys()]).toEqual([]);
  },
);

test('a booking that was lost is put right by correcting credits, then what another audit says of held', async () => {
  const key = { pk: `${organizationId}/balance`, sk: 'credits' };
  const set = 'ADD creditMicroUsd :by, unheldMicroUsd :by';
  await table.update({ key, set, values: { ':by': -1_000_000 } });
  const found = await audit();
  expect([...found.keys()]).toEqual(['credits']);
  await correct(found.get('credits'));
  await correct((await audit()).get('held'));
  expect((await audit()).size).toBe(0);
  expect(await aJob()).toBe('created');
});

test('a hold without its job refuses jobs until it is corrected, and the next audits find it again', async () => {
  const key = { pk: `${organizationId}/balance`, sk: 'credits' };
  await table.update({ key, set: 'ADD unheldMicroUsd :by', values: { ':by': -2_000_000 } });
  for (let night = 0; night < 2; night += 1)
    expect((await audit()).get('held')).toMatchObject({ ledger_micro_usd: 0, counted_micro_usd: 2_000_000 });
  expect(await aJob()).toBe('no_credit');
  await correct((await audit()).get('held'));
  expect(await aJob()).toBe('created');
  expect((await audit()).size).toBe(0);
});
