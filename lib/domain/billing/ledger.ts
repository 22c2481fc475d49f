import type { Write } from '#lib/platform/aws/table.ts';
import { chargeKey, spentKey, type UsageGroup, usageKey } from './keys.ts';
import { spentAttribute } from './month.ts';
import { modeOf, type Owner } from '#lib/platform/tenant.ts';
import { dayOf } from '#lib/platform/durations.ts';

type Charged = UsageGroup &
  Owner & {
    readonly id: string;
    /** When the job was created. */
    readonly createdAt: string;
    /** The caller's own id of the job. */
    readonly name: string | null;
    /** The length of the audio, once for each channel. */
    readonly audioMs: number;
    readonly heldMicroUsd: number | null;
  };

/** The ledger line of a completed job. */
const chargeEntry = (job: Charged, microUsd: number, now: Date): Write => ({
  put: {
    ...chargeKey(job.tenant, job),
    transcriptionId: job.id,
    keyId: job.keyId,
    detectedLanguage: job.detectedLanguage,
    name: job.name,
    ...(job.organizationId !== null && { organizationId: job.organizationId }),
    amountMicroUsd: 0 - microUsd,
    audioMs: job.audioMs,
    createdAt: now.toISOString(),
  },
  where: 'attribute_not_exists(pk)',
});

/** Adds a job to the usage of its UTC day, key and language. The sum over all days equals the sum of the ledger. */
const usageEntry = (job: Charged, microUsd: number, now: Date): Write => ({
  update: {
    key: usageKey(job, dayOf(now)),
    set: 'ADD jobs :one, audioMs :ms, amountMicroUsd :amount',
    values: { ':one': 1, ':ms': job.audioMs, ':amount': microUsd },
  },
});

/** Charges the organization, in total and for this month, and releases the job's hold. */
const spentEntry = (
  organizationId: string,
  { id, heldMicroUsd }: Charged,
  { microUsd, now }: { readonly microUsd: number; readonly now: Date },
): Write => ({
  update: {
    key: spentKey(organizationId, id),
    set: `ADD spentMicroUsd :amount, ${spentAttribute(now)} :amount${heldMicroUsd === null ? '' : ', releasedMicroUsd :held'}`,
    values: { ':amount': microUsd, ...(heldMicroUsd !== null && { ':held': heldMicroUsd }) },
  },
});

/**
 * The ledger writes of a completion. They are part of its transaction. Jobs in test mode are counted and cost nothing. A
 * recording without speech has a line of 0.
 */
export const charge = (job: Charged, microUsd: number, now: Date): Write[] => {
  if (modeOf(job.tenant) === 'test') return [usageEntry(job, 0, now)];
  return [
    chargeEntry(job, microUsd, now),
    usageEntry(job, microUsd, now),
    ...(job.organizationId === null ? [] : [spentEntry(job.organizationId, job, { microUsd, now })]),
  ];
};
