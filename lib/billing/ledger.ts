import type { Write } from '#lib/aws/table.ts';
import { shardOf } from '#lib/ids.ts';

type Charged = { readonly projectId: string; readonly id: string; readonly audioMs: number };

/** A day's usage is counted in so many places, because jobs that end together would wait for each other at one. */
const usageShards = 16;

/** The ledger line of a completed job. Its key is the job id, so that no second charge can be written. */
const chargeEntry = ({ projectId, id, audioMs }: Charged, microUsd: number, now: Date): Write => ({
  put: {
    pk: `${projectId}/ledger`,
    sk: `charge/${id}`,
    transcriptionId: id,
    amountMicroUsd: -microUsd,
    audioMs,
    createdAt: now.toISOString(),
  },
  where: 'attribute_not_exists(pk)',
});

/** Adds a job to the usage of its UTC day. The sum over a project's days is the sum of its charges. */
const usageEntry = ({ projectId, id, audioMs }: Charged, microUsd: number, now: Date): Write => {
  const day = now.toISOString().slice(0, 10);
  return {
    update: {
      key: { pk: `${projectId}/usage`, sk: `${day}/${shardOf(id, usageShards)}` },
      set: 'ADD jobs :one, audioMs :ms, amountMicroUsd :amount',
      values: { ':one': 1, ':ms': audioMs, ':amount': microUsd },
    },
  };
};

/** What completing a job adds to the books, all or nothing with the completion itself. */
export const charge = (job: Charged, microUsd: number, now: Date): Write[] => [
  chargeEntry(job, microUsd, now),
  usageEntry(job, microUsd, now),
];
