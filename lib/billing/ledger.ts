import type { Write } from '#lib/aws/table.ts';

type Charged = { readonly projectId: string; readonly id: string; readonly audioMs: number | null };

/** The ledger line of a completed job. Its key is the job id, so that no second charge can be written. */
export const chargeEntry = ({ projectId, id, audioMs }: Charged, microUsd: number, now: Date): Write => ({
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
