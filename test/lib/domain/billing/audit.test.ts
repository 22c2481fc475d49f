import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { auditBooks } from '#lib/domain/billing/audit.ts';
import { charge } from '#lib/domain/billing/ledger.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import type { PaymentEvent } from '#lib/domain/billing/payment.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import { randomId } from '#lib/platform/ids.ts';
import { heldByJobs } from '#lib/domain/transcriptions/held-by-jobs.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { jobKey } from '#lib/domain/transcriptions/job-item.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { anyTable } from '../../../support/table.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';

const now = () => new Date('2026-11-21T03:00:00.000Z');
const yesterday = new Date('2026-11-20T10:00:00.000Z');

let table: Table;
let organizationId: string;
let tenant: Tenant;
const charged = (at: Date, payer: string | null = organizationId) =>
  charge(
    {
      tenant,
      organizationId: payer,
      id: randomId('ofq'),
      createdAt: at.toISOString(),
      name: null,
      audioMs: 12_000,
      heldMicroUsd: null,
      keyId: 'k',
      detectedLanguage: 'en',
    },
    1_000,
    at,
  );
const add = (pk: string, sk: string, field: string) =>
  table.update({ key: { pk, sk }, set: `ADD ${field} :one`, values: { ':one': 1 } });
const auditDeps = () => ({ table, heldBy: heldByJobs({ table, store: store() }), now });
const store = () => dynamoTranscriptionRepository(table, Limits.parse({}));
const aJob = async (heldMicroUsd: number) => {
  const url = { uploadId: null, audioUrl: 'https://a.example/a.mp3' };
  const job = aTranscription({ ...url, tenant, id: randomId('ofq'), organizationId, heldMicroUsd });
  expect(await store().create(job, now())).toEqual({ kind: 'created' });
  return job;
};
const audit = async (reads: Pick<Table, 'query'> = table) =>
  (await auditBooks({ ...auditDeps(), table: { ...table, ...reads } })).differing;
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };

const anOrganization = async (id: string): Promise<void> => {
  const deps = { table, now, newId: () => id, limits: Limits.parse({}) };
  await createOrganization(deps, user, { body: { name: 'A' }, bodyFingerprint: 'a' });
};

const aProject = async (name: string): Promise<Tenant> => {
  const projectId = randomId('prj');
  const deps = { table, now, newId: () => projectId, limits: Limits.parse({}) };
  await createProject(deps, { organizationId }, { user, body: { name }, bodyFingerprint: name });
  return tenantOf(projectId, 'live');
};

const booked = (paymentId: string, change: PaymentEvent) =>
  recordPaymentEvent({ payments: dynamoPaymentRepository(table), now }, paymentId, change);
const pay = (paymentId = randomId('pi')) => {
  const credit = { organizationId, priceId: 'price_a', paidCents: 100, microUsd: 1_000_000 };
  return booked(paymentId, { kind: 'credit', credit });
};

// An audit reads all organizations of its table, so each test has its own table.
beforeEach(async () => {
  ({ table } = await anyTable());
  organizationId = randomId('org');
  await anOrganization(organizationId);
  for (const name of ['a', 'b']) {
    tenant = await aProject(name);
    for (let job = 0; job < 3; job += 1) await table.transact(charged(yesterday));
    await table.transact(charged(now()));
  }
  const payment = randomId('pi');
  await pay(payment);
  await booked(payment, { kind: 'refund', id: 're_1', cents: 30, isReversed: false, reportedAt: 0 });
});

test('consistent books have no differences', async () => {
  expect(await audit()).toBe(0);
});

describe('differences', () => {
  test('a difference between a day of usage and the ledger is found', async () => {
    const sk = '2026-11-20/99';
    await table.putNew({ pk: `${tenant}/usage`, sk, jobs: 1, audioMs: 12, amountMicroUsd: 1 });
    expect(await audit()).toBe(1);
  });

  test.each([
    ['spentMicroUsd', 1],
    ['spent202611', 1],
    // The held amount is computed from the credit, so it differs too.
    ['creditMicroUsd', 2],
  ])('a difference between %s and the ledgers is found', async (field, differences) => {
    await add(`${organizationId}/balance`, 'spent/99', field);
    expect(await audit()).toBe(differences);
  });

  test('credit that was never paid is found at an organization without a project', async () => {
    const other = randomId('org');
    await anOrganization(other);
    expect(await audit()).toBe(0);
    await add(`${other}/balance`, 'credits', 'creditMicroUsd');
    expect(await audit()).toBe(2);
  });

  test.each(['unheldMicroUsd', 'releasedMicroUsd'])(
    'a difference between %s and the holds of unfinished jobs is found',
    async (field) => {
      await aJob(1_500);
      expect(await audit()).toBe(0);
      await add(`${organizationId}/balance`, 'spent/99', field);
      expect(await audit()).toBe(1);
    },
  );

  test('a job that holds an amount never taken from the balance is found', async () => {
    const key = jobKey(await aJob(1_500));
    await table.update({ key, set: 'SET heldMicroUsd = :held', values: { ':held': 1_501 } });
    expect(await audit()).toBe(1);
  });
});

test.each(['are queued', 'end'])('jobs that %s during the audit are no difference', async (what) => {
  const jobs: JobRef[] = [];
  for (let job = 0; job < 8; job += 1) jobs.push(await aJob(1_500));
  const { heldBy, ...deps } = auditDeps();
  const changing = async (of: Tenant) => {
    const held = await heldBy(of);
    const job = what === 'end' ? jobs.pop() : undefined;
    await (job ? store().cancel(job, now()) : aJob(1_500));
    return held;
  };
  expect((await auditBooks({ ...deps, heldBy: changing })).differing).toBe(0);
});

/** Audits. `act` runs once, after all projects were listed. */
const auditAfterListing = async (act: () => Promise<unknown>) => {
  let isListed = false;
  const query: Table['query'] = async (input) => {
    const page = await table.query(input);
    if (!isListed && input.values?.[':list'] === `${organizationId}/projects`) {
      isListed = true;
      await act();
    }
    return page;
  };
  return audit({ query });
};

test('a project that is made and charged, and holds an amount, while an audit begins is no difference', async () => {
  const made = async () => {
    tenant = await aProject('c');
    await table.transact(charged(now()));
    await aJob(1_500);
  };
  expect(await auditAfterListing(made)).toBe(0);
});

test('a difference is found also while a project is made', async () => {
  const made = async () => {
    tenant = await aProject('c');
    await table.transact(charged(now()));
    await add(`${organizationId}/balance`, 'spent/99', 'spentMicroUsd');
  };
  expect(await auditAfterListing(made)).toBe(1);
});

test("today's usage is not audited, because jobs still complete", async () => {
  await add(`${tenant}/usage`, '2026-11-21/99', 'amountMicroUsd');
  expect(await audit()).toBe(0);
});

test("yesterday's usage is audited an hour after midnight, when its charges are written", async () => {
  await table.putNew({ pk: `${tenant}/usage`, sk: '2026-11-20/99', jobs: 1, audioMs: 12, amountMicroUsd: 1 });
  const auditAt = (time: string) =>
    auditBooks({ ...auditDeps(), now: () => new Date(`2026-11-21T${time}Z`) });
  expect([await auditAt('00:59:59.999'), await auditAt('01:00:00.000')]).toMatchObject([
    { differing: 0 },
    { differing: 1 },
  ]);
});

test('jobs that complete and payments that arrive during the audit are no difference', async () => {
  const query: Table['query'] = async (input) => {
    await table.transact(charged(now()));
    await pay();
    return table.query(input);
  };
  expect(await audit({ query })).toBe(0);
});

test("a charge without an organization counts in its project's usage and in no balance", async () => {
  await table.transact(charged(yesterday, null));
  expect(await audit()).toBe(0);
});

test('pages are forgotten once they are read, so that books of any length fit into the memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const read: WeakRef<Item>[] = [];
  const kept: number[] = [];
  const query: Table['query'] = async (input) => {
    if (!String(input.values?.[':pk']).endsWith('.live/ledger')) return table.query(input);
    const { items, last } = await table.query({ ...input, limit: 1 });
    const own = items.map((item) => ({ ...item }));
    read.push(...own.map((item) => new WeakRef(item)));
    if (last) return { items: own, last };
    // A weak reference keeps its object until the end of the event loop's turn.
    await new Promise(setImmediate);
    collectGarbage();
    kept.push(read.filter((item) => item.deref() !== undefined).length);
    read.splice(0);
    return { items: own, last };
  };
  expect(await audit({ query })).toBe(0);
  // At most the last two pages of each ledger are kept, with one item each.
  expect(Math.max(...kept)).toBeLessThanOrEqual(2);
});

test('many projects are audited side by side, and no more than the memory holds', async () => {
  for (let made = 0; made < 15; made += 1) await aProject(`p${made}`);
  const isSeen = Promise.withResolvers<void>();
  const seen = { open: 0, most: 0 };
  const query: Table['query'] = async (input) => {
    if (!String(input.values?.[':pk']).endsWith('.live/ledger')) return table.query(input);
    seen.most = Math.max(seen.most, (seen.open += 1));
    await isSeen.promise;
    return table.query(input).finally(() => (seen.open -= 1));
  };
  const audited = audit({ query });
  await vi.waitFor(() => expect(seen.open).toBe(8), { timeout: 10_000 });
  isSeen.resolve();
  await audited;
  expect(seen.most).toBe(8);
});
