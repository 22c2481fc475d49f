import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** A job of the property test, and the next action on it. */
type Running = {
  readonly held: number;
  readonly price: number;
  readonly ends: readonly ('complete' | 'fail' | 'cancel')[];
  step: number;
  job: Transcription | undefined;
};

const aJob = fc.record({
  held: fc.integer({ min: 1, max: 1_500 }),
  price: fc.integer({ min: 0, max: 1_500 }),
  ends: fc.constantFrom(
    ['complete'] as const,
    ['complete', 'complete'] as const,
    ['fail'] as const,
    ['cancel', 'complete'] as const,
    ['fail', 'cancel'] as const,
  ),
});
const maxJobs = 6;
const aHistory = fc.record({
  credit: fc.constantFrom(0, 1, 700, 4_000),
  jobs: fc.array(aJob, { minLength: 2, maxLength: maxJobs }),
  /** Each batch advances these jobs concurrently, and pays this amount. */
  batches: fc.array(
    fc.record({
      jobs: fc.array(fc.nat(maxJobs - 1), { minLength: 1, maxLength: 2 * maxJobs }),
      paid: fc.constantFrom(0, 0, 0, 1, 700),
    }),
    { minLength: 2, maxLength: 10 },
  ),
});

/** The guarantees of every `TranscriptionRepository` about the money that jobs hold. */
export const holdsContract = (name: string, open: () => Promise<World>): void => {
  describe(`what jobs hold in the store on ${name}`, () => {
    let world: World;
    let organizationId: string;
    let tenant: Tenant;
    /** Each test has its own customer, because unfinished jobs of an earlier test count against the limits. */
    const newCustomer = (): void => {
      organizationId = randomId('org');
      tenant = `${randomId('prj')}.live`;
    };
    beforeAll(async () => {
      world = await open();
    });
    beforeEach(newCustomer);
    const { added, queued, claimed } = scenes(
      () => world,
      () => tenant,
    );

    const account = () => world.accountOf(organizationId);
    const holding = (heldMicroUsd: number) => claimed({ organizationId, heldMicroUsd });
    const split = (job: Transcription, microUsd: number) =>
      world.store.markSplit(job, { chunkCount: 0, audioMs: microUsd * 12, channels: 1, now: start });
    const cut = async (job: Transcription, microUsd: number): Promise<Transcription> => {
      const after = await split(job, microUsd);
      if (typeof after !== 'object') throw new Error(`The job is ${after}.`);
      return after;
    };
    const complete = (job: Transcription) =>
      world.store.complete(job, {
        now: at(9),
        detectedLanguage: 'en',
        billedMicroUsd: chargeMicroUsd(job.audioMs ?? 0),
      });
    const newJob = async (heldMicroUsd: number): Promise<Transcription> => {
      const { id: uploadId } = await added();
      return aTranscription({ id: randomId('ofq'), uploadId, tenant, organizationId, heldMicroUsd });
    };

    test('a job holds its highest price, then its exact price, and pays that in the end', async () => {
      await world.pay(organizationId, 10_000);
      const holds = [1_500, 300].map((microUsd) => ({ microUsd, at: start.toISOString() }));
      const job = await claimed({ organizationId, heldMicroUsd: 1_500, holds: holds.slice(0, 1) });
      expect(await account()).toEqual({ balance: 10_000, held: 1_500 });
      const after = await cut(job, 300);
      expect(await account()).toEqual({ balance: 10_000, held: 300 });
      expect(await complete(after)).toBe(true);
      expect(await account()).toEqual({ balance: 9_700, held: 0 });
      expect(await world.chargeOf(job)).toBe(300);
      expect(await world.store.find(job)).toMatchObject({ status: 'completed', heldMicroUsd: null, holds });
    });

    test('of many concurrent creates on the smallest credit exactly one is queued, and the other uploads stay usable', async () => {
      await world.pay(organizationId, 1);
      const jobs = await Promise.all(Array.from({ length: 40 }, () => newJob(1_500)));
      const kinds = (await Promise.all(jobs.map((job) => world.store.create(job, start)))).map(
        ({ kind }) => kind,
      );
      expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'no_credit')).toHaveLength(39);
      expect(await account()).toEqual({ balance: 1, held: 1_500 });
      await world.pay(organizationId, 1_500);
      const refused = jobs[kinds.indexOf('no_credit')];
      expect(refused && (await world.store.create(refused, start))).toEqual({ kind: 'created' });
    });

    test('a replayed create finds the first job also when no credit is free', async () => {
      await world.pay(organizationId, 1);
      const job = await queued({ organizationId, heldMicroUsd: 1_500 });
      expect(await world.store.create(job, start)).toEqual({ kind: 'exists', job });
      expect(await account()).toEqual({ balance: 1, held: 1_500 });
    });

    test('an organization that never paid can hold nothing', async () => {
      expect(await world.store.create(await newJob(1), start)).toEqual({ kind: 'no_credit' });
    });

    test('credit released when the length is known can be held by another job', async () => {
      await world.pay(organizationId, 1_000);
      const job = await holding(1_500);
      const next = await newJob(1_500);
      expect(await world.store.create(next, start)).toEqual({ kind: 'no_credit' });
      await cut(job, 300);
      expect(await world.store.create(next, start)).toEqual({ kind: 'created' });
    });

    test.each([
      ['longer than its hold takes the rest from free credit', 101, 1_500],
      ['that holds exactly its price needs no free credit', 100, 100],
    ])('a job %s', async (_, credit, price) => {
      await world.pay(organizationId, credit);
      const after = await cut(await holding(100), price);
      expect(await account()).toEqual({ balance: credit, held: price });
      await complete(after);
      expect(await account()).toEqual({ balance: credit - price, held: 0 });
    });

    test('a job longer than its hold and the free credit is refused, and unchanged until it is failed', async () => {
      await world.pay(organizationId, 100);
      const job = await holding(100);
      expect(await split(job, 101)).toBe('insufficient_credits');
      expect(await world.store.find(job)).toEqual(job);
      expect(await account()).toEqual({ balance: 100, held: 100 });
      await world.store.fail(job, failure, at(5));
      expect(await account()).toEqual({ balance: 100, held: 0 });
    });

    test('recording the length again gives the same result, and releases nothing more', async () => {
      await world.pay(organizationId, 10_000);
      const job = await holding(1_500);
      const first = await cut(job, 300);
      expect(await cut(job, 300)).toEqual(first);
      expect(await account()).toEqual({ balance: 10_000, held: 300 });
    });

    test("a superseded worker's length releases nothing", async () => {
      await world.pay(organizationId, 10_000);
      const job = await holding(1_500);
      await world.store.claim(job, at(10_000_000));
      expect(await split(job, 300)).toBeUndefined();
      expect(await account()).toEqual({ balance: 10_000, held: 1_500 });
    });

    test.each(['queued', 'processing'] as const)(
      'a job that ends uncharged while %s releases its whole hold, once',
      async (status) => {
        await world.pay(organizationId, 10_000);
        const ways = [
          (job: Transcription) => world.store.fail(job, failure, at(5)),
          (job: Transcription) => world.store.cancel(job, at(5)),
        ];
        for (const end of ways) {
          const begin = status === 'queued' ? queued : claimed;
          const job = await begin({ organizationId, heldMicroUsd: 1_500 });
          const ended = await Promise.all(Array.from({ length: 5 }, () => end(job)));
          expect(ended.filter(Boolean)).toMatchObject([{ heldMicroUsd: null }]);
        }
        expect(await account()).toEqual({ balance: 10_000, held: 0 });
      },
    );

    test('a job without a hold is charged to the balance in the end, as without prepayment', async () => {
      const job = await claimed({ organizationId });
      await complete(await cut(job, 300));
      expect(await account()).toEqual({ balance: -300, held: 0 });
    });

    test(
      'the balance never falls below zero by more than one job, in any order of events, and in the end nothing is held',
      { timeout: 60_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(aHistory, async ({ credit, jobs, batches }) => {
            newCustomer();
            await world.pay(organizationId, credit);
            const running: Running[] = jobs.map((job) => ({ ...job, step: 0, job: undefined }));
            let paid = credit;
            const end = (job: Transcription, way: Running['ends'][number]) => {
              if (way === 'complete') return complete(job);
              if (way === 'fail') return world.store.fail(job, failure, at(9));
              return world.store.cancel(job, at(9));
            };
            const advance = async (one: Running): Promise<void> => {
              one.step += 1;
              if (one.step === 1) {
                const job = await newJob(one.held);
                if ((await world.store.create(job, start)).kind === 'created') one.job = job;
              } else if (one.step === 2 && one.job) one.job = await world.store.claim(one.job, start);
              else if (one.step === 3 && one.job) {
                const after = await split(one.job, one.price);
                if (typeof after === 'object') one.job = after;
                else await world.store.fail(one.job, failure, at(5));
              } else if (one.step === 4 && one.job) {
                const { job } = one;
                if (job.chunkCount !== null) await Promise.all(one.ends.map((way) => end(job, way)));
              }
            };
            const check = async (): Promise<void> => {
              const { balance, held } = await account();
              const ended = await Promise.all(
                running.flatMap(({ job }) => (job ? [world.store.find(job)] : [])),
              );
              const charged = ended.reduce((sum, job) => sum + (job?.billedMicroUsd ?? 0), 0);
              const holds = ended.reduce((sum, job) => sum + (job?.heldMicroUsd ?? 0), 0);
              expect({ balance, held }).toEqual({ balance: paid - charged, held: holds });
              expect(balance).toBeGreaterThan(-Math.max(...jobs.map(({ price }) => price)) - 1);
            };
            for (const batch of batches) {
              const some = [...new Set(batch.jobs)].flatMap((index) => running[index] ?? []);
              paid += batch.paid;
              await Promise.all([
                ...some.map(advance),
                ...(batch.paid > 0 ? [world.pay(organizationId, batch.paid)] : []),
              ]);
              await check();
            }
            for (let step = 0; step < 4; step += 1) await Promise.all(running.map(advance));
            await check();
            expect(await account()).toMatchObject({ held: 0 });
          }),
          { numRuns: name === 'memory' ? 300 : 4 },
        );
      },
    );
  });
};
