import { paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { balanceOf, heldOf, readAccount } from '#lib/domain/billing/balance.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { resultKey, workPrefix } from '#lib/domain/transcriptions/keys.ts';
import { isTerminal, type JobRef, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { caller } from '../../../support/protocol-world.ts';
import { chaosWorld, type ChaosWorld, type Customer, paidMicroUsd } from './chaos-world.ts';
import { seedOf } from '../../../support/seed.ts';

/** FAULT_SEED=n repeats the same faults if the calls interleave in the same way. FAULT_JOBS=n sets the number of jobs. */
const seed = seedOf('FAULT_SEED');
const { FAULT_JOBS = '50' } = process.env;
const jobs = Number(FAULT_JOBS);

// One in four SDK attempts fails, mostly without an effect on the caller. One in ten calls fails.
const rates = {
  attemptFails: 0.1,
  attemptReplyLost: 0.1,
  attemptThrottled: 0.02,
  attemptConflicts: 0.05,
  callFails: 0.02,
  portFails: 0.05,
  portReplyLost: 0.05,
  paused: 0.003,
  slowestMs: 3,
};
const arrivalRounds = 20;
const stormRounds = 30;
/** A splitter that dies ten times is given up after some hours. A round is about a minute. */
const maxRounds = 400;
const chunks = 3;
const audioMs = 90_000;
const transcript = 'Word0. Word1. Word2.';

/** The books in the table: the charges of each job, the sum of the usage, and the number of jobs in a queue. */
const booksOf = async ({ database: { client, tableName } }: ChaosWorld) => {
  const charges = new Map<string, number[]>();
  const usage = { jobs: 0, microUsd: 0 };
  let queued = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName }))
    for (const raw of Items) {
      const { sk, transcriptionId: id, amountMicroUsd, jobs: count, unfinished } = unmarshall(raw);
      if (sk.startsWith('charge/')) charges.set(id, [...(charges.get(id) ?? []), -amountMicroUsd]);
      else if (amountMicroUsd !== undefined) {
        usage.jobs += count;
        usage.microUsd += amountMicroUsd;
      }
      queued += unfinished?.size ?? 0;
    }
  return { charges, usage, queued };
};

/** The problem of a job at the end. Undefined if there is none. */
const breachOf = (world: ChaosWorld, job: Transcription, charges: readonly number[]): string | undefined => {
  const stored = world.results.objects.get(resultKey(job))?.toString();
  if (job.status === 'completed') {
    if (charges.join() !== String(chargeMicroUsd(audioMs))) return `is charged ${charges.join()}`;
    if (stored === undefined) return 'is charged without a result';
    if (JSON.parse(stored).transcript !== transcript) return `has the text ${stored}`;
  } else {
    // An internal error is allowed: the workers of one job may fail five or ten times in a row.
    if (job.error?.type !== 'internal_error') return `ends as ${job.status} ${job.error?.type}`;
    if (charges.length > 0) return 'is charged although it failed';
  }
  // A failed job keeps its audio for a retry.
  const upload = job.status === 'failed' ? null : job.uploadId;
  const left = [...world.audio.objects.keys()].filter(
    (key) => key.endsWith(upload ?? '?') || key.startsWith(workPrefix(job)),
  );
  // Files that were written after the end of the job are left to the bucket's lifecycle rule.
  const early = left.find((key) => (world.writtenAt.get(key) ?? '') < (job.completedAt ?? ''));
  return early && `leaves ${early} behind`;
};

test(`no job is lost or charged twice, even when AWS calls fail (FAULT_SEED=${seed})`, async () => {
  const world = await chaosWorld(seed, rates);
  try {
    world.script.chunks = chunks;
    const accepted: JobRef[] = [];
    let waiting: Customer[] = [];
    let arrived = 0;
    const round = async (newcomers: number): Promise<void> => {
      const names = Array.from({ length: newcomers }, (_, n) => `job ${arrived + n}`);
      arrived += newcomers;
      const asking = [...waiting.map(async (one) => one), ...names.map(world.customer)];
      const [, ...outcomes] = await Promise.all([
        world.round(),
        ...asking.map(async (customer) => ({
          customer: await customer,
          ref: await (await customer).queue(),
        })),
      ]);
      accepted.push(...outcomes.flatMap(({ ref }) => ref ?? []));
      waiting = outcomes.flatMap(({ customer, ref }) => (ref ? [] : [customer]));
    };
    for (let at = 0; at < stormRounds; at += 1) {
      await round(at < arrivalRounds ? Math.ceil((jobs - arrived) / (arrivalRounds - at)) : 0);
    }
    await world.calm();
    const { store } = world.deps;
    const ever = world.later(365 * 24 * 60 * 60_000);
    for (let at = 0; at < maxRounds; at += 1) {
      const isOver = waiting.length === 0 && !world.isMailUnderWay();
      if (isOver && (await store.listDue(ever)).dues.length === 0) break;
      await round(0);
    }

    const { charges, usage, queued } = await booksOf(world);
    const breaches: string[] = [];
    let completed = 0;
    for (const ref of accepted) {
      const job = await store.find(ref);
      const ended = job && isTerminal(job.status);
      const breach = ended ? breachOf(world, job, charges.get(job.id) ?? []) : 'is lost';
      if (breach) breaches.push(`${ref.id} ${breach}`);
      if (job?.status === 'completed') completed += 1;
    }
    expect(breaches).toEqual([]);
    const account = await readAccount(world.table, caller.organizationId ?? '');
    expect({ balance: balanceOf(account), held: heldOf(account) }).toEqual({
      balance: paidMicroUsd - usage.microUsd,
      held: 0,
    });
    expect({ accepted: accepted.length, charges: charges.size, usage, queued }).toEqual({
      accepted: jobs,
      charges: completed,
      usage: { jobs: completed, microUsd: completed * chargeMicroUsd(audioMs) },
      queued: 0,
    });
    expect(completed).toBeGreaterThan(0.9 * jobs);
    console.log(`${jobs} jobs, ${completed} completed, ${JSON.stringify(world.occurred)}`);
  } finally {
  }
});
