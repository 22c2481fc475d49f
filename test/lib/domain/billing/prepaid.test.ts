import { beforeEach, describe, expect, test } from 'vitest';
import { balanceOf, heldOf, readAccount } from '#lib/domain/billing/balance.ts';
import { highestPrice } from '#lib/domain/billing/highest-price.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { limitsKey } from '#lib/domain/billing/keys.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { recordPaymentEvent } from '#lib/domain/billing/record-payment-event.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { conflictingWrites } from '../../../support/conflicts.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';
import { startTable } from '../../../support/table.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
let organizationId: string;
beforeEach(async () => {
  world = await aWorld();
  organizationId = randomId('org');
  world.script.chunks = 2;
});

const pay = (microUsd: number) =>
  recordPaymentEvent(
    { payments: dynamoPaymentRepository(world.table), now: world.deps.now },
    randomId('pi'),
    {
      kind: 'credit',
      credit: { organizationId, priceId: 'price_a', paidCents: 100, microUsd },
    },
  );

/** Creates a job like a deployment with prepayment. */
const queue = (body: object, newId = () => randomId('ofq'), hold = prepaid) =>
  world.queue(body, { newId, holdFor: hold }, { ...caller, organizationId });
const holdDeps: Parameters<typeof holdFor>[0] = {
  prepaid: true,
  findUpload: (tenant, id) => findUpload(world.table, { tenant, id }),
  recordUpload: (upload) => world.deps.recordUpload(upload),
  findFile: async () => undefined,
};
const prepaid = holdFor(holdDeps);
const account = async () => {
  const read = await readAccount(world.table, organizationId);
  return { balance: balanceOf(read), held: heldOf(read) };
};
const url = { audio_url: 'https://a.example/a.mp3' };

const outcomeOf = (created: Promise<unknown>): Promise<string> =>
  created.then(
    () => 'queued',
    (error: unknown) => (error instanceof AppError ? error.type : String(error)),
  );

test('concurrent creates pass the spend limit by one job at most', async () => {
  await pay(100_000_000);
  const limits = { ...limitsKey(organizationId), limitMicroUsd: 3_000_000 };
  await world.table.putNew(limits);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(queue(url))));
  // A job from a URL holds $1.50.
  expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome === 'spend_limit_reached')).toHaveLength(10);
  expect(await outcomeOf(queue(url))).toBe('spend_limit_reached');
});

test('of concurrent creates on the price of exactly one job, one is queued', async () => {
  await pay(highestPrice(undefined));
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(queue(url))));
  expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(1);
});

test('without credit a limit that is not reached changes nothing', async () => {
  await world.table.putNew({ ...limitsKey(organizationId), limitMicroUsd: 3_000_000 });
  expect(await outcomeOf(queue(url))).toBe('insufficient_credits');
});

test(
  'of 400 concurrent creates on one cent of credit exactly one is queued, and the others get insufficient_credit',
  { timeout: 60_000 },
  async () => {
    await pay(10_000);
    const outcomes = await Promise.all(Array.from({ length: 400 }, () => outcomeOf(queue(url))));
    expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'insufficient_credits')).toHaveLength(399);
    expect(await account()).toEqual({ balance: 10_000, held: 1_500_042 });
    await world.run();
    expect(await account()).toEqual({ balance: 10_000 - chargeMicroUsd(60_000), held: 0 });
  },
);

test(
  'one of many concurrent creates is queued also where the table refuses conflicting writes, as DynamoDB does',
  { timeout: 60_000 },
  async () => {
    const { backoff, refuseConflicts } = conflictingWrites();
    const database = await startTable(backoff);
    refuseConflicts(database.client);
    const own = await aWorld({}, database);
    await recordPaymentEvent({ payments: dynamoPaymentRepository(own.table), now: own.deps.now }, 'pi', {
      kind: 'credit',
      credit: { organizationId, priceId: 'price_a', paidCents: 100, microUsd: 10_000 },
    });
    const creates = Array.from({ length: 60 }, () =>
      outcomeOf(own.queue(url, { holdFor: prepaid }, { ...caller, organizationId })),
    );
    const outcomes = await Promise.all(creates);
    expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(1);
  },
);

test('a job refused for lack of credit leaves its upload usable', async () => {
  const uploadId = await world.upload();
  await world.arrive(uploadId);
  expect(await outcomeOf(queue({ upload_id: uploadId }))).toBe('insufficient_credits');
  await pay(1);
  const job = await queue({ upload_id: uploadId });
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
});

test('a replayed create returns the queued job also when the credit is used up', async () => {
  await pay(1);
  const id = randomId('ofq');
  const again = () => queue(url, () => id);
  await again();
  expect(await again()).toMatchObject({ id });
  expect(await outcomeOf(queue(url))).toBe('insufficient_credits');
});

test('a job holds the highest price of its bytes, also when they arrived a moment ago', async () => {
  await pay(10_000);
  const uploadId = await world.upload();
  await world.arrive(uploadId);
  await queue({ upload_id: uploadId });
  expect(await account()).toEqual({
    balance: 10_000,
    held: highestPrice({ contentType: 'audio/mpeg', bytes: 5 }),
  });
});

test('a job holds no more when the event of its bytes comes while it is created', async () => {
  await pay(10_000);
  const uploadId = await world.upload();
  await world.arrive(uploadId);
  let isLooked = false;
  const hold = holdFor({
    ...holdDeps,
    findUpload: async (tenant, id) => {
      const found = await holdDeps.findUpload(tenant, id);
      if (!isLooked) await world.deps.recordUpload({ tenant, id });
      isLooked = true;
      return found;
    },
  });
  await queue({ upload_id: uploadId }, undefined, hold);
  expect((await account()).held).toBe(highestPrice({ contentType: 'audio/mpeg', bytes: 5 }));
});

describe('a file longer than its type suggests', () => {
  const lying = async () => {
    const uploadId = await world.upload();
    await world.arrive(uploadId);
    return queue({ upload_id: uploadId });
  };

  test('a file longer than expected is transcribed when the credit covers the rest, once it is fully split', async () => {
    await pay(10_000);
    const job = await lying();
    await world.split(job);
    expect(await account()).toEqual({ balance: 10_000, held: chargeMicroUsd(60_000) });
    expect(world.queues.chunk.map(({ index }) => index)).toEqual([0, 1]);
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
    expect(await account()).toEqual({ balance: 10_000 - chargeMicroUsd(60_000), held: 0 });
  });

  test('a file longer than the credit covers fails uncharged, and none of the rest is recognized', async () => {
    await pay(1);
    const job = await lying();
    let recognized = 0;
    const { recognize } = world.script;
    world.script.recognize = async (chunk) => {
      recognized += 1;
      return recognize(chunk);
    };
    await world.run();
    world.script.recognize = recognize;
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      billing: { status: 'not_charged' },
      error: { type: 'insufficient_credits', retryable: true },
    });
    expect(recognized).toBe(0);
    expect(await account()).toEqual({ balance: 1, held: 0 });
  });

  test('audio within the held amount is recognized before the length is known', async () => {
    await pay(10_000);
    const hold = async () => chargeMicroUsd(60_000);
    const job = await world.queue(url, { holdFor: hold }, { ...caller, organizationId });
    world.queues.chunk.length = 0;
    await world.fetch(job);
    world.script.chunks = 3;
    const sent = () => world.queues.chunk.map(({ index }) => index);
    let sentBefore: number[] = [];
    const { store } = world.deps;
    await world.split(job, {
      store: {
        ...store,
        markSplit: (...split) => {
          sentBefore = sent();
          return store.markSplit(...split);
        },
      },
    });
    expect([sentBefore, sent()]).toEqual([
      [0, 1],
      [0, 1, 2],
    ]);
  });

  test('channels apart are recognized before the length is known as far as the hold covers all of them', async () => {
    await pay(10_000);
    const hold = async () => chargeMicroUsd(90_000);
    const body = { ...url, multichannel: true };
    const job = await world.queue(body, { holdFor: hold }, { ...caller, organizationId });
    await world.fetch(job);
    const { store } = world.deps;
    const markSplit = async () => 'insufficient_credits' as const;
    await world.split(job, { store: { ...store, markSplit } });
    expect(world.queues.chunk.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(await account()).toEqual({ balance: 10_000, held: 0 });
  });
});
