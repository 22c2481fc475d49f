import type { Table } from '#lib/platform/aws/table.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { unfinishedJobsOf } from '#lib/platform/limits/id-sets.ts';
import { exactSum } from '#lib/domain/money.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';

type HeldDeps = {
  readonly table: Pick<Table, 'get'>;
  readonly store: Pick<TranscriptionRepository, 'find'>;
};

/** The total that a tenant's unfinished jobs hold, in micro-dollars. Costs one read, and one for each job. */
export const heldByJobs =
  ({ table, store }: HeldDeps) =>
  async (tenant: Tenant): Promise<number> => {
    const ids = await readMemberIds(table, unfinishedJobsOf(tenant));
    const jobs = await Promise.all(ids.map((id) => store.find({ tenant, id })));
    return exactSum(jobs.map((job) => job?.heldMicroUsd ?? 0));
  };
