import type { Change } from '#lib/platform/aws/table.ts';
import type { Owner } from '#lib/platform/tenant.ts';
import { removeMember, addMember } from './id-set.ts';
import type { Limits } from './limits.ts';
import { unfinishedJobsOf } from './id-sets.ts';

/** Maximum numbers of unfinished jobs. */
export type QueueLimits = Pick<Limits, 'unfinishedJobsPerProject' | 'unfinishedJobsPerOrganization'>;

/** A job with the owners of its queues: its project in its mode, and its organization, if any. */
export type Queued = Owner & { readonly id: string };

/**
 * Adds a job to the queues of its project and of its organization, if both have room. Part of the transaction that
 * creates the job.
 */
export const joinQueues = (job: Queued, limits: QueueLimits): { readonly update: Change }[] => {
  const { tenant, organizationId, id } = job;
  const ofProject = { update: addMember(unfinishedJobsOf(tenant), id, limits.unfinishedJobsPerProject) };
  if (organizationId === null) return [ofProject];
  const max = limits.unfinishedJobsPerOrganization;
  return [ofProject, { update: addMember(unfinishedJobsOf(organizationId), id, max) }];
};

/** Removes the job from its queues. */
export const leaveQueues = ({ tenant, organizationId, id }: Queued): Change[] =>
  [tenant, ...(organizationId === null ? [] : [organizationId])].map((owner) => {
    const { values, ...left } = removeMember(unfinishedJobsOf(owner), id);
    return { ...left, where: 'contains(unfinished, :id)', values: { ...values, ':id': id } };
  });
