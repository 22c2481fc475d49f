import * as z from 'zod';
import type { Change, Table } from '#lib/platform/aws/table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { leavePlaceIn, takePlaceIn } from './id-set.ts';
import type { Limits } from './limits.ts';
import { unfinishedJobsOf } from './id-sets.ts';

/** How many jobs may be on their way at once. */
export type QueueLimits = Pick<Limits, 'unfinishedJobsPerProject' | 'unfinishedJobsPerOrganization'>;

/** A job with whose queues it is in: the project's in its mode, and the organization's if there is one. */
export type Queued = {
  readonly tenant: Tenant;
  readonly organizationId: string | null;
  readonly id: string;
};

/**
 * Takes a place in the project's queue, then one in its organization's, if there are free ones: part of the transaction
 * that creates the job.
 */
export const joinQueues = (job: Queued, limits: QueueLimits): { readonly update: Change }[] => {
  const { tenant, organizationId, id } = job;
  const ofProject = { update: takePlaceIn(unfinishedJobsOf(tenant), id, limits.unfinishedJobsPerProject) };
  if (organizationId === null) return [ofProject];
  const most = limits.unfinishedJobsPerOrganization;
  return [ofProject, { update: takePlaceIn(unfinishedJobsOf(organizationId), id, most) }];
};

/** Gives the places back that the job has. */
export const leaveQueues = ({ tenant, organizationId, id }: Queued): Change[] =>
  [tenant, ...(organizationId === null ? [] : [organizationId])].map((owner) => {
    const { values, ...left } = leavePlaceIn(unfinishedJobsOf(owner), id);
    return { ...left, where: 'contains(unfinished, :id)', values: { ...values, ':id': id } };
  });

const Queue = z.object({ unfinished: z.set(z.string()).default(new Set()) });

/** Ids of the jobs that have a place in the project's queue: all that have not ended, and some that just did. */
export const unfinishedJobs = async (table: Pick<Table, 'get'>, tenant: Tenant): Promise<string[]> => {
  const item = await table.get(unfinishedJobsOf(tenant).key);
  return item ? [...Queue.parse(item).unfinished] : [];
};
