import type { QueueLimits } from '#lib/platform/limits/job-queue.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { isTerminal } from '#lib/domain/transcriptions/transcription.ts';
import { endEvent } from '#lib/domain/webhooks/event.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { isCharged } from '#lib/domain/transcriptions/transcription.ts';

type Check = (isTrue: boolean, message: () => string) => void;

const dayOf = ({ tenant, completedAt }: Transcription): string =>
  `${tenant}/${(completedAt ?? '').slice(0, 10)}`;

/** Compares counters with the items they count: charges, usage, consumed uploads and places in the queue. */
export const newBooksVerifier = (database: MemoryDatabase, check: Check, limits: QueueLimits) => ({
  checkMoney: (): void => {
    const lines = [...database.ledger];
    const days = new Map<string, number>();
    const payers = new Map<string, number>();
    for (const [key, { job }] of database.rows) {
      const charges = lines.filter(([line]) => line.startsWith(key));
      const due = isCharged(job) && job.status === 'completed' ? 1 : 0;
      check(charges.length === due, () => `${job.id} is ${job.status} and charged ${charges.length} times`);
      for (const [, amount] of charges) {
        days.set(dayOf(job), (days.get(dayOf(job)) ?? 0) + amount);
        const payer = job.organizationId ?? 'no organization';
        payers.set(payer, (payers.get(payer) ?? 0) + amount);
      }
    }
    for (const payer of new Set([...payers.keys(), ...database.spent.keys()])) {
      const spent = database.spent.get(payer) ?? 0;
      const charged = payers.get(payer) ?? 0;
      check(
        spent === charged,
        () => `${payer} spent ${spent}, but the ledger of its projects has ${charged}`,
      );
    }
    for (const day of new Set([...days.keys(), ...database.usage.keys()])) {
      const used = database.usage.get(day) ?? 0;
      const charged = days.get(day) ?? 0;
      check(used === charged, () => `the usage of ${day} is ${used}, but its ledger has ${charged}`);
    }
  },

  /** A job has its event if and only if it has ended. */
  checkEvents: (): void => {
    for (const { job } of database.rows.values()) {
      const events = database.events.filter(({ payload }) => payload.includes(`"${job.id}"`));
      const { status, completedAt } = job;
      const isOver = status === 'completed' || status === 'failed' || status === 'canceled';
      const due = isOver
        ? [endEvent({ ...job, status, completedAt: completedAt ?? '', errorType: job.error?.type ?? null })]
        : [];
      check(
        JSON.stringify(events) === JSON.stringify(due),
        () => `${job.id} is ${status} and has the events ${JSON.stringify(events)}`,
      );
    }
  },

  checkUploads: (): void => {
    const consumed = [...database.uploads.all.values()].filter(({ status }) => status === 'consumed');
    const owners = [...database.rows.values()].flatMap(({ job }) => job.uploadId ?? []).toSorted();
    const taken = consumed.map(({ id }) => id).toSorted();
    check(
      owners.join() === taken.join(),
      () => `jobs have the uploads ${owners.join()}, but ${taken.join()} are consumed`,
    );
  },

  checkQueue: (): void => {
    for (const { job } of database.rows.values()) {
      for (const owner of [job.tenant, job.organizationId ?? job.tenant]) {
        const hasPlace = database.queues.get(owner)?.has(job.id) ?? false;
        check(
          hasPlace || isTerminal(job.status),
          () => `${job.id} is ${job.status} and has no place in the queue of ${owner}`,
        );
      }
    }
    for (const [owner, queue] of database.queues) {
      const { unfinishedJobsPerProject, unfinishedJobsPerOrganization } = limits;
      const max = Tenant.safeParse(owner).success ? unfinishedJobsPerProject : unfinishedJobsPerOrganization;
      check(
        queue.size <= max,
        () => `${queue.size} jobs are in the queue of ${owner}, whose limit is ${max}`,
      );
      for (const id of queue)
        check(
          [...database.rows.values()].some(({ job }) => job.id === id),
          () => `${id} has a place in the queue of ${owner}, but is not a job`,
        );
    }
  },

  /** Call it when all jobs have ended. */
  checkQueueIsEmpty: (): void => {
    for (const [owner, queue] of database.queues)
      check(queue.size === 0, () => `${[...queue].join()} are still in the queue of ${owner}`);
  },
});
