import * as z from 'zod';
import type { Change, Table } from '#lib/aws/table.ts';
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

const Queue = z.object({ unfinished: z.set(z.string()).default(new Set()) });

/** Ids of the jobs that have a place in the project's queue: all that have not ended, and some that just did. */
export const unfinishedJobs = async (table: Pick<Table, 'get'>, tenant: Tenant): Promise<string[]> => {
  const item = await table.get(queueOf({ tenant, id: '' }).key);
  return item ? [...Queue.parse(item).unfinished] : [];
};
