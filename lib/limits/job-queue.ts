import type { Change } from '#lib/aws/table.ts';
import type { Tenant } from '#lib/tenant.ts';
import { type IdSet, leavePlaceIn, takePlaceIn } from './id-set.ts';
import type { Limits } from './limits.ts';

/** How many jobs may be on their way at once. */
export type QueueLimits = Pick<Limits, 'unfinishedJobsPerProject' | 'unfinishedJobsPerOrganization'>;

/** A job with whose queues it is in: the project's in its mode, and the organization's if there is one. */
export type Queued = {
  readonly tenant: Tenant;
  readonly organizationId: string | null;
  readonly id: string;
};

/** The jobs that a tenant or an organization has on their way. */
export const queueOf = (owner: string): IdSet => ({
  key: { pk: `${owner}/queue`, sk: 'queue' },
  name: 'unfinished',
});

/**
 * Takes a place in the project's queue, then one in its organization's, if there are free ones: part of the transaction
 * that creates the job.
 */
export const joinQueues = (job: Queued, limits: QueueLimits): Change[] => {
  const { tenant, organizationId, id } = job;
  const ofProject = takePlaceIn(queueOf(tenant), id, limits.unfinishedJobsPerProject);
  if (organizationId === null) return [ofProject];
  return [ofProject, takePlaceIn(queueOf(organizationId), id, limits.unfinishedJobsPerOrganization)];
};

/** Gives the places back that the job has. */
export const leaveQueues = ({ tenant, organizationId, id }: Queued): Change[] =>
  [tenant, ...(organizationId === null ? [] : [organizationId])].map((owner) => {
    const { values, ...left } = leavePlaceIn(queueOf(owner), id);
    return { ...left, where: 'contains(unfinished, :id)', values: { ...values, ':id': id } };
  });
