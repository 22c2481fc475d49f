import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { chargeOf } from '../../../support/charge-of.ts';
import { balanceOf, heldOf, readAccount } from '#lib/domain/billing/balance.ts';
import { chargeKey, limitsKey } from '#lib/domain/billing/keys.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import { randomId } from '#lib/platform/ids.ts';
import {
  dynamoJobs,
  dynamoTranscriptionRepository,
} from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { uploadItemKey } from '#lib/domain/uploads/upload.ts';
import { endEventId, eventKey, WebhookEvent } from '#lib/domain/webhooks/event.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { anyTable } from '../../../support/table.ts';
import { tableBefore } from '../../../support/table-before.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { allContracts } from './all.contract.ts';
import { at, failure, queueLimits, scenes, testMinutesPerDay, type World } from './repository-scenes.ts';

const Charge = z.object({ amountMicroUsd: z.number() });

const limits = { ...queueLimits, testMinutesPerDay };

const open = async (): Promise<World & { readonly table: Table }> => {
  const { table } = await anyTable();
  return {
    table,
    store: dynamoTranscriptionRepository(table, limits),
    addUpload: async (upload) => {
      await table.putNew({ ...upload, ...uploadItemKey(upload.tenant, upload.id) });
    },
    findUpload: (tenant, id) => findUpload(table, { tenant, id }),
    chargeOf: async (job) => {
      const line = await chargeOf(table, job);
      return line && -Charge.parse(line).amountMicroUsd;
    },
    eventOf: async ({ tenant, id }, status) => {
      const item = await table.get(eventKey({ tenant, id: endEventId({ tenant, id, status }) }));
      return item && WebhookEvent.parse(item);
    },
    usageOf: async (tenant, day) => {
      const { items } = await table.query({
        where: 'pk = :pk AND begins_with(sk, :day)',
        values: { ':pk': `${tenant}/usage`, ':day': day },
        limit: 100,
      });
      return items.reduce((sum, { amountMicroUsd }) => sum + Number(amountMicroUsd), 0);
    },
    pay: async (organizationId, microUsd) => {
      const credit = { organizationId, priceId: 'price_a', paidCents: 100, microUsd };
      const deps = { payments: dynamoPaymentRepository(table), now: () => new Date() };
      await recordPaymentEvent(deps, randomId('pi'), { kind: 'credit', credit });
    },
    accountOf: async (organizationId) => {
      const account = await readAccount(table, organizationId);
      return { balance: balanceOf(account), held: heldOf(account) };
    },
  };
};

allContracts('DynamoDB', open);

test('a job is not failed, nor its hold released, by an attempt that is superseded after the job was read', async () => {
  const world = await open();
  const organizationId = randomId('org');
  await world.pay(organizationId, 10_000);
  const old = await scenes(() => world).claimed({ organizationId, heldMicroUsd: 1_500 });
  const store = dynamoTranscriptionRepository(
    tableBefore(world.table, () => world.store.claim(old, at(10_000_000))),
    limits,
  );
  expect(await store.fail(old, failure, at(5))).toBeUndefined();
  expect(await world.store.find(old)).toMatchObject({ status: 'processing', attempt: old.attempt + 1 });
  expect(await world.accountOf(organizationId)).toEqual({ balance: 10_000, held: 1_500 });
});

test.each([
  ['two creates pass the spend limit by one job at most', 2_500, 'spend_limit_reached'],
  ['two creates within the spend limit are queued', 6_000, 'created'],
])('%s, though a payment comes meanwhile', async (_, limitMicroUsd, expected) => {
  const world = await open();
  const organizationId = randomId('org');
  const { queued, added } = scenes(() => world);
  const pay = () => world.pay(organizationId, 100_000);
  await pay();
  await world.table.putNew({ ...limitsKey(organizationId), limitMicroUsd });
  await queued({ organizationId, heldMicroUsd: 1_500 });
  const create = async (before: () => Promise<unknown>) => {
    const { id: uploadId } = await added();
    const job = aTranscription({ id: randomId('ofq'), uploadId, organizationId, heldMicroUsd: 1_500 });
    return dynamoTranscriptionRepository(tableBefore(world.table, before), limits).create(job, at(0));
  };
  const first = Promise.withResolvers<unknown>();
  const second = await create(async () => first.resolve(await create(pay)));
  expect([await first.promise, second]).toEqual([{ kind: 'created' }, { kind: expected }]);
});

test.each(['queued', 'claimed'] as const)(
  'of a failure and a cancellation of a %s job at the same moment one releases its hold',
  async (state) => {
    const world = await open();
    const organizationId = randomId('org');
    await world.pay(organizationId, 10_000);
    const job = await scenes(() => world)[state]({ organizationId, heldMicroUsd: 1_500 });
    const store = dynamoTranscriptionRepository(
      tableBefore(world.table, () => world.store.cancel(job, at(4))),
      limits,
    );
    expect(await store.fail(job, failure, at(5))).toBeUndefined();
    expect(await world.store.find(job)).toMatchObject({ status: 'canceled' });
    expect(await world.accountOf(organizationId)).toEqual({ balance: 10_000, held: 0 });
  },
);

test.each([100, 300, 2_000])(
  'the length of a job that was canceled meanwhile holds and releases nothing (%i micro-dollars)',
  async (microUsd) => {
    const world = await open();
    const organizationId = randomId('org');
    await world.pay(organizationId, 10_000);
    const job = await scenes(() => world).claimed({ organizationId, heldMicroUsd: 300 });
    const canceled = await world.store.cancel(job, at(5));
    const length = { chunkCount: 0, audioMs: microUsd * 12, channels: 1, now: at(6) };
    expect(await world.store.markSplit(job, length)).toBeUndefined();
    expect(await world.store.find(job)).toEqual(canceled);
    expect(await world.accountOf(organizationId)).toEqual({ balance: 10_000, held: 0 });
  },
);

test('a job whose charge the ledger has already is not completed and charged again', async () => {
  const world = await open();
  const organizationId = randomId('org');
  await world.pay(organizationId, 10_000);
  const job = await scenes(() => world).joined({ organizationId });
  await world.table.putNew({ ...chargeKey(job.tenant, job), amountMicroUsd: -100 });
  const completion = { now: at(9), detectedLanguage: 'en', billedMicroUsd: 100 };
  expect(await world.store.complete(job, completion)).toBe(false);
  expect(await world.accountOf(organizationId)).toEqual({ balance: 10_000, held: 0 });
});

describe('a claim whose response was lost, so that the client of AWS repeats it,', () => {
  test('a claim that the client of AWS repeats after a lost response is that of this worker, and of no other one', async () => {
    const world = await open();
    const job = await scenes(() => world).queued();
    expect(await dynamoJobs(repeatingUpdates(world.table)).claim(job, at(1))).toMatchObject({ attempt: 1 });
    expect(await world.store.claim(job, at(1))).toBeUndefined();
  });

  test('a claim that the client of AWS repeats after a lost response is refused if the job ended meanwhile', async () => {
    const world = await open();
    const job = await scenes(() => world).queued();
    const table = repeatingUpdates(world.table, () => world.store.cancel(job, at(2)));
    expect(await dynamoJobs(table).claim(job, at(1))).toBeUndefined();
  });
});
