import { expect, test } from 'vitest';
import { eraseTenant, type EraseTenantDeps, type Pass } from '#lib/domain/transcriptions/erase-tenant.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { later, minuteMs, secondMs } from '#lib/platform/durations.ts';
import { pageOf } from '../../../support/memory-list.ts';
import { aTranscription } from '../../../support/transcription.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const owner = { tenant: 'prj_a.live', organizationId: 'org_a' } as const;

/** A project with `count` jobs. Listing a page of them takes a second, and deleting ten takes half a second. */
const aProject = (count: number) => {
  const clock = { now: start };
  const jobs = new Map<string, Transcription>();
  for (let at = 0; at < count; at += 1) {
    const id = `ofq_${at}`;
    jobs.set(id, aTranscription({ id, status: 'completed', createdAt: later(start, at).toISOString() }));
  }
  const deleteJob = (id: string): void => {
    const job = jobs.get(id);
    if (job) jobs.set(id, { ...job, deletedAt: start.toISOString() });
  };
  const deps: EraseTenantDeps = {
    store: {
      list: async (_, page) => {
        clock.now = later(clock.now, secondMs);
        return pageOf([...jobs.values()], page);
      },
    },
    deleteJob: async (_, id) => {
      clock.now = later(clock.now, 50);
      deleteJob(id);
    },
    webhooksOf: async () => [],
    deleteWebhook: async () => undefined,
    stopSessions: async () => true,
    audio: { removeAll: async () => undefined },
    now: () => clock.now,
  };
  return {
    jobs,
    deleteJob,
    left: () => [...jobs.values()].filter(({ deletedAt }) => deletedAt === null).length,
    /** Erases for `ms`. */
    run: (ms: number, from?: Pass) => eraseTenant(deps, owner, { until: later(clock.now, ms), from }),
  };
};

test('a project of more jobs than can be looked through in one run is erased, because the next run goes on there', async () => {
  const project = aProject(2_000);
  for (const id of project.jobs.keys()) if (id !== 'ofq_0') project.deleteJob(id);
  let pass = await project.run(15 * secondMs);
  expect(pass).toMatchObject({ isEmpty: true, after: { id: 'ofq_500' } });
  pass = await project.run(15 * secondMs, pass);
  expect([project.left(), pass]).toEqual([0, { isEmpty: false, after: null }]);
  // The run found jobs, so another pass through all jobs is needed.
  pass = await project.run(minuteMs, pass);
  expect(pass).toEqual({ isEmpty: true, after: null });
});

test('jobs that a run has listed but had no time to delete are deleted by the next one', async () => {
  const project = aProject(300);
  let pass: Pass | undefined;
  for (let runs = 0; runs < 10 && project.left() > 0; runs += 1) pass = await project.run(3 * secondMs, pass);
  expect(project.left()).toBe(0);
  expect(pass?.isEmpty).toBe(false);
});
