import type { Change } from '#lib/aws/table.ts';
import { leavePlaceIn, takePlaceIn } from './id-set.ts';
import type { Tenant } from '#lib/tenant.ts';

/** Jobs a project may have on their way at once, as the contract states it. */
export const maxUnfinishedJobs = 100;

type Member = { readonly tenant: Tenant; readonly id: string };

const queueOf = ({ tenant }: Member) => ({
  key: { pk: `${tenant}/queue`, sk: 'queue' },
  name: 'unfinished',
});

/** Takes a place in the project's queue, if one is free: part of the transaction that creates the job. */
export const joinQueue = (job: Member): Change => takePlaceIn(queueOf(job), job.id, maxUnfinishedJobs);

/** Gives the place back, if the job has one. */
export const leaveQueue = (job: Member): Change => {
  const { values, ...left } = leavePlaceIn(queueOf(job), job.id);
  return { ...left, where: 'contains(unfinished, :id)', values: { ...values, ':id': job.id } };
};
