import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Position } from '#lib/platform/http/cursor.ts';
import type { ListOptions } from '#lib/domain/transcriptions/transcription-repository.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** The guarantees of every `TranscriptionRepository` about a project's list of jobs. */
export const listContract = (name: string, open: () => Promise<World>): void => {
  describe(`the list of jobs in the store on ${name}`, () => {
    let tenant: Tenant;
    let world: World;
    let jobs: readonly Transcription[];
    const { queued } = scenes(() => world);
    beforeAll(async () => {
      world = await open();
    });
    beforeEach(async () => {
      tenant = `${randomId('prj')}.live`;
      const created = [];
      for (const minute of [0, 1, 2, 3, 3, 4, 5]) {
        created.push(await queued({ tenant, createdAt: at(minute * 60_000).toISOString() }));
      }
      await queued({ tenant: `${randomId('prj')}.live` });
      jobs = created.toReversed();
    });

    const page = (fields: Partial<ListOptions> = {}): ListOptions => ({
      limit: 100,
      after: undefined,
      status: undefined,
      name: undefined,
      createdAfter: undefined,
      now: start,
      includeDeleted: false,
      ...fields,
    });
    const all = async (fields: Partial<ListOptions> = {}): Promise<string[]> => {
      const ids: string[] = [];
      let after: Position | undefined;
      for (;;) {
        const listed = await world.store.list(tenant, page({ ...fields, after }));
        ids.push(...listed.jobs.map(({ id }) => id));
        if (!listed.next) return ids;
        after = listed.next;
      }
    };
    const instants = (ids: readonly string[]) =>
      ids.map((id) => jobs.find((job) => job.id === id)?.createdAt);

    test("the list has the project's jobs, newest first, without options and text", async () => {
      const { jobs: listed, next } = await world.store.list(tenant, page());
      expect(next).toBeNull();
      expect(instants(listed.map(({ id }) => id))).toEqual(jobs.map(({ createdAt }) => createdAt));
      expect(listed[0]).toMatchObject({ status: 'queued', expiresAt: jobs[0]?.expiresAt });
      expect(listed[0]).not.toHaveProperty('request');
    });

    test.each([1, 2, 3, 6, 7, 8])('the list has every job once in pages of %i', async (limit) => {
      const ids = await all({ limit });
      expect(instants(ids)).toEqual(jobs.map(({ createdAt }) => createdAt));
      expect(new Set(ids).size).toBe(jobs.length);
    });

    test('the list is limited to jobs created after an instant', async () => {
      const since = async (minutes: number) =>
        instants(await all({ createdAfter: at(minutes * 60_000).toISOString(), limit: 2 }));
      expect(await since(2.5)).toEqual(jobs.slice(0, 4).map(({ createdAt }) => createdAt));
      expect(await since(3)).toEqual(jobs.slice(0, 2).map(({ createdAt }) => createdAt));
    });

    test('the list is limited to the jobs that carry an id of the caller, which each shows', async () => {
      const named = await queued({ tenant, name: 'call-42', createdAt: at(0).toISOString() });
      expect(await all({ name: 'call-42', limit: 2 })).toEqual([named.id]);
      expect(await all({ name: 'call-42', status: 'failed' })).toEqual([]);
      expect(await all({ name: 'call-42', includeDeleted: true })).toEqual([named.id]);
      const { jobs: listed } = await world.store.list(tenant, page({ name: 'call-42' }));
      expect(listed).toMatchObject([{ name: 'call-42' }]);
    });

    test('the list is limited to one status, also canceled, without deleted and expired jobs', async () => {
      const [failed, canceled, deleted, gone] = jobs;
      if (!failed || !canceled || !deleted || !gone) throw new Error('There are seven jobs.');
      await world.store.fail(failed, failure, start);
      await world.store.cancel(canceled, start);
      await world.store.fail(deleted, failure, start);
      await world.store.erase(deleted, start);
      expect(await all({ status: 'failed' })).toEqual([failed.id]);
      expect(await all({ status: 'canceled', limit: 1 })).toEqual([canceled.id]);
      expect(await all()).not.toContain(deleted.id);
      expect(await all({ now: new Date(gone.expiresAt) })).toEqual([]);
    });
  });
};
