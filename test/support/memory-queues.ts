import type { Queued, QueueLimits } from '#lib/platform/limits/job-queue.ts';
import type { CreateOutcome } from '#lib/domain/transcriptions/transcription-repository.ts';

/** The queues of jobs in memory. */
export const memoryQueues = (limits: QueueLimits) => {
  /** Ids of the queued jobs, by tenant and by organization. */
  const queues = new Map<string, Set<string>>();

  const queuesOf = ({ tenant, organizationId }: Queued) => {
    const { unfinishedJobsPerProject, unfinishedJobsPerOrganization } = limits;
    const ofProject = { of: 'project', owner: tenant, max: unfinishedJobsPerProject } as const;
    if (organizationId === null) return [ofProject];
    return [
      ofProject,
      { of: 'organization', owner: organizationId, max: unfinishedJobsPerOrganization } as const,
    ];
  };

  return {
    queues,
    /** The reason to refuse the job, or undefined. */
    refused: (job: Queued): CreateOutcome | undefined => {
      const full = queuesOf(job).find(({ owner, max }) => (queues.get(owner)?.size ?? 0) >= max);
      return full && { kind: 'queue_full', of: full.of, max: full.max };
    },
    join: (job: Queued): void => {
      for (const { owner } of queuesOf(job)) queues.set(owner, (queues.get(owner) ?? new Set()).add(job.id));
    },
    leave: (job: Queued): void => {
      for (const { owner } of queuesOf(job)) queues.get(owner)?.delete(job.id);
    },
  };
};
