import { expect, test } from 'vitest';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { takeTestQuota, testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { type Answer, type Customer, type FunctionWorld } from '../../support/function-world.ts';
import type { Send } from '../../support/transcription-send.ts';

/** Prepares the source from which a route makes a job. Returns the rest of the request. */
type Prepare = (
  world: FunctionWorld,
  customer: Customer,
  mode?: 'live' | 'test',
) => Promise<Pick<Parameters<Send>[1], 'id' | 'body'>>;

const typeOf = ({ status, body }: Answer) => [status, body.error?.type];

/** The refusals of a route that queues a job when no more jobs are possible, for any source of the audio. */
export const describeQueueing = (
  { world, customer: by }: { readonly world: FunctionWorld; readonly customer: Customer },
  send: Send,
  prepare: Prepare,
): void => {
  test('202 with a live job is charged to the organization, and holds what it may cost', async () => {
    const { status, body } = await send(world, { by, ...(await prepare(world, by)) });
    expect([status, body.status]).toEqual([202, 'queued']);
    const { organizationId } = by;
    const job = await world.find(by, body.id);
    expect(job).toMatchObject({ organizationId, requestId: 'request-7' });
    expect(job?.heldMicroUsd).toBeGreaterThan(0);
  });

  test('202 with a test job is never charged and holds nothing', async () => {
    const ask = await prepare(world, by, 'test');
    const { status, body } = await send(world, { by, mode: 'test', ...ask });
    expect(status).toBe(202);
    expect(await world.find(by, body.id, 'test')).toMatchObject({ heldMicroUsd: null });
    expect(await world.find(by, body.id, 'live')).toBeUndefined();
  });

  test('402 when the balance of the organization is used up, and none in test mode', async () => {
    const poor = await world.aCustomer();
    const live = await prepare(world, poor);
    const inTest = await prepare(world, poor, 'test');
    const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
    const values = { ':amount': -10_000_000 };
    await world.table.update({ key: creditsKey(poor.organizationId), set, values });
    expect(typeOf(await send(world, { by: poor, ...live }))).toEqual([402, 'insufficient_credits']);
    expect((await send(world, { by: poor, mode: 'test', ...inTest })).status).toBe(202);
  });

  test('429 when the queue of the project is full', async () => {
    const ask = await prepare(world, by);
    await world.aJob(by);
    const store = dynamoTranscriptionRepository(world.table, {
      ...world.deps.limits,
      unfinishedJobsPerProject: 1,
    });
    const answer = await send({ call: world.callWith({ store }) }, { by, ...ask });
    expect(typeOf(answer)).toEqual([429, 'queue_limit_exceeded']);
    expect(answer.body.error.details).toEqual({ limit: 'unfinished_jobs_per_project_max', max: 1 });
    expect(answer.headers.get('retry-after')).toBe('10');
  });

  test('429 when the test quota of the day is used up, in test mode only', async () => {
    const busy = await world.aCustomer();
    const live = await prepare(world, busy);
    const inTest = await prepare(world, busy, 'test');
    const quota = testQuotaOf(world.deps.limits);
    const used = { audioMs: quota.limitMs, now: world.clock.now };
    await world.table.update(takeTestQuota(tenantOf(busy.projectId, 'test'), quota, used));
    const answer = await send(world, { by: busy, mode: 'test', ...inTest });
    expect(typeOf(answer)).toEqual([429, 'test_quota_exceeded']);
    expect((await send(world, { by: busy, ...live })).status).toBe(202);
  });
};
