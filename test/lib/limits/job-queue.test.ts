import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placesTaken } from '#lib/limits/id-set.ts';
import { joinQueues, leaveQueues, type Queued, queueOf } from '#lib/limits/job-queue.ts';
import { startTable } from '../../support/table.ts';

let started: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  started = await startTable();
});
afterAll(() => started.stop());

const limits = { unfinishedJobsPerProject: 2, unfinishedJobsPerOrganization: 3 };

const projects = [
  { project: 'a.live', isOwned: true },
  { project: 'a.test', isOwned: true },
  { project: 'b.live', isOwned: true },
  { project: 'alone.live', isOwned: false },
] as const;
const step = fc.record({
  does: fc.constantFrom('join', 'join', 'leave'),
  whose: fc.constantFrom(...projects),
  job: fc.integer({ min: 0, max: 3 }).map((number) => `ofq_${number}`),
});

/** Keys of the queues that were full. */
const join = async (job: Queued): Promise<string[]> => {
  const changes = joinQueues(job, limits);
  const outcome = await started.table.transact(changes.map((update) => ({ update })));
  if (outcome.done) return [];
  return changes.filter((_, at) => outcome.reasons[at]?.refused).map(({ key }) => key.pk);
};
const leave = (job: Queued) => Promise.all(leaveQueues(job).map((change) => started.table.update(change)));

test('whatever joins and leaves in whatever order, a job is in both its queues or in neither, and no queue is over its limit', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      runs += 1;
      const organization = `org_${runs}`;
      const queues = new Map<string, Set<string>>();
      const maxOf = (owner: string) =>
        owner === organization ? limits.unfinishedJobsPerOrganization : limits.unfinishedJobsPerProject;
      for (const { does, whose, job } of steps) {
        const tenant = `prj_${runs}${whose.project}` as const;
        const organizationId = whose.isOwned ? organization : null;
        const queued: Queued = { tenant, organizationId, id: `${job}${whose.project}` };
        const owners = [tenant, ...(organizationId === null ? [] : [organizationId])];
        for (const owner of owners) queues.set(owner, queues.get(owner) ?? new Set());
        if (does === 'join') {
          const full = owners.filter((owner) => (queues.get(owner)?.size ?? 0) >= maxOf(owner));
          expect(await join(queued)).toEqual(full.map((owner) => queueOf(owner).key.pk));
          if (full.length === 0) for (const owner of owners) queues.get(owner)?.add(queued.id);
        } else {
          await leave(queued);
          await leave(queued);
          for (const owner of owners) queues.get(owner)?.delete(queued.id);
        }
        for (const [owner, ids] of queues)
          expect(await placesTaken(started.table, queueOf(owner))).toBe(ids.size);
      }
      const item = await started.table.get(queueOf(organization).key);
      expect(item?.['unfinished'] ?? new Set()).toEqual(queues.get(organization) ?? new Set());
    }),
    { numRuns: 30 },
  );
});
