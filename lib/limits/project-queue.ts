import type { Change, Key } from '#lib/aws/table.ts';

/** Jobs a project may have on their way at once, as the contract states it. */
export const maxUnfinishedJobs = 100;

type Member = { readonly projectId: string; readonly id: string };

const queueKey = ({ projectId }: Member): Key => ({ pk: `${projectId}/queue`, sk: 'queue' });

/** Takes a place in the project's queue, if one is free: part of the transaction that creates the job. */
export const joinQueue = (job: Member): Change => ({
  key: queueKey(job),
  set: 'ADD unfinished :job',
  where: 'attribute_not_exists(unfinished) OR size(unfinished) < :max',
  values: { ':job': new Set([job.id]), ':max': maxUnfinishedJobs },
});

/** Gives the place back. A set of ids, not a counter, so that giving it back twice does no harm. */
export const leaveQueue = (job: Member): Change => ({
  key: queueKey(job),
  set: 'DELETE unfinished :job',
  where: 'contains(unfinished, :id)',
  values: { ':job': new Set([job.id]), ':id': job.id },
});
