import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinQueues, leaveQueues, type Queued } from '#lib/platform/limits/job-queue.ts';
import { unfinishedJobsOf } from '#lib/platform/limits/id-sets.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const limits = { unfinishedJobsPerProject: 2, unfinishedJobsPerOrganization: 3 };

const step = fc.record({
  does: fc.constantFrom('join', 'join', 'leave'),
  project: fc.constantFrom('a.live', 'a.test', 'b.live', 'alone.live'),
  job: fc.integer({ min: 0, max: 3 }),
});

/** The keys of the full queues. If there are none, the job joins all of its queues. */
const join = async (job: Queued): Promise<string[]> => {
  const writes = joinQueues(job, limits);
  const outcome = await table.transact(writes);
  if (outcome.done) return [];
  return writes.flatMap(({ update }, at) => (outcome.reasons[at]?.refused ? [update.key.pk] : []));
};
const leave = async (job: Queued): Promise<void> => {
  // Leaving twice must equal leaving once.
  for (const change of [...leaveQueues(job), ...leaveQueues(job)]) await table.update(change);
};
const moves = { join, leave };
const idsIn = async (owner: string): Promise<unknown> =>
  (await table.get(unfinishedJobsOf(owner).key))?.['unfinished'] ?? new Set();

/** The reference model of the queues. */
const newModel = () => {
  const queues = new Map<string, Set<string>>();
  const ownersOf = ({ tenant, organizationId }: Queued) => [tenant, organizationId ?? tenant];
  const idsOf = (owner: string): Set<string> => {
    const ids = queues.get(owner) ?? new Set();
    queues.set(owner, ids);
    return ids;
  };
  const { unfinishedJobsPerProject, unfinishedJobsPerOrganization } = limits;
  const isFull = (owner: string): boolean =>
    idsOf(owner).size >= (owner.startsWith('org') ? unfinishedJobsPerOrganization : unfinishedJobsPerProject);
  return {
    queues,
    join: (job: Queued): string[] => {
      const full = [...new Set(ownersOf(job))].filter(isFull);
      if (full.length === 0) for (const owner of ownersOf(job)) idsOf(owner).add(job.id);
      return full.map((owner) => unfinishedJobsOf(owner).key.pk);
    },
    leave: (job: Queued): void => {
      for (const owner of ownersOf(job)) idsOf(owner).delete(job.id);
    },
  };
};

test('a job is in both its queues or in neither, and no queue exceeds its limit, in any order of joins and leaves', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      runs += 1;
      const model = newModel();
      for (const { does, project, job } of steps) {
        const organizationId = project === 'alone.live' ? null : `org_${runs}`;
        const queued: Queued = { tenant: `prj_${runs}${project}`, organizationId, id: `${project}${job}` };
        expect(await moves[does](queued)).toEqual(model[does](queued));
      }
      for (const [owner, ids] of model.queues) expect(await idsIn(owner)).toEqual(ids);
    }),
    { numRuns: 20 },
  );
});
