import { expect, test } from 'vitest';
import { ListQuery, listTranscriptions } from '#lib/domain/transcriptions/list-transcriptions.ts';
import type { Status } from '#lib/domain/transcriptions/transcription.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { memoryDatabase } from '../../../support/memory-repository.ts';
import { aTranscription, anUpload } from '../../../support/transcription.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const caller = { tenant: 'prj_a.live', organizationId: null, keyId: 'k' } as const;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const idOf = (at: number) => `ofq_${letters[Math.floor(at / 26)]}${letters[at % 26]}`.padEnd(30, 'a');

/** A project with this many jobs, a minute apart. Every `nth` job has failed. */
const listOf = async (count: number, nth: number) => {
  const { store, uploads } = memoryDatabase();
  for (let at = 0; at < count; at += 1) {
    uploads.add(anUpload({ id: `upl_${at}` }));
    const createdAt = new Date(now.getTime() - at * 60_000).toISOString();
    const job = aTranscription({ id: idOf(at), uploadId: `upl_${at}`, createdAt });
    await store.create(job, now);
    const error = { type: 'internal_error' as const, message: 'No.', retryable: true, details: {} };
    if (at % nth === nth - 1) await store.fail(job, error, now);
    await store.leaveQueue(job);
  }
  return async (query: { limit?: string; status?: Status }) => {
    const ids: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const parsed = ListQuery.parse({ ...query, ...(cursor && { cursor }) });
      const page = await listTranscriptions({ store, now: () => now }, caller, parsed);
      expect(page.has_more).toBe(page.next_cursor !== null);
      ids.push(page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  };
};
const everyNth = (count: number, nth: number) =>
  Array.from({ length: Math.floor(count / nth) }, (_, at) => idOf(at * nth + nth - 1));

test('pages have the requested length, and contain every job once', async () => {
  const pages = await (await listOf(50, 5))({ limit: '20' });
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 10]);
  expect(pages.flat()).toEqual(everyNth(50, 1));
  const exact = await (await listOf(40, 5))({ limit: '20' });
  expect(exact.map(({ length }) => length)).toEqual([20, 20]);
});

test.each(['1', '3', '7', '100'])('a rare status is listed in full pages of %s', async (limit) => {
  const pages = await (await listOf(250, 9))({ limit, status: 'failed' });
  expect(pages.flat()).toEqual(everyNth(250, 9));
  expect(pages.slice(0, -1).every(({ length }) => length === Number(limit))).toBe(true);
});

test('the only job of a status among 100,000, or of a list whose jobs have expired, is found by 20 requests', async () => {
  const all = 100_000;
  const createdAt = (at: number) => new Date(now.getTime() - at * 1_000).toISOString();
  const job = aTranscription({ id: idOf(5), createdAt: createdAt(all) });
  const store = {
    list: async (
      _: string,
      { limit, after }: { readonly limit: number; readonly after?: Position | undefined },
    ) => {
      const from = after ? (now.getTime() - Date.parse(after.createdAt)) / 1_000 : 0;
      const to = Math.min(from + limit, all);
      return {
        jobs: to === all ? [job] : [],
        next: to === all ? null : { createdAt: createdAt(to), id: idOf(1) },
      };
    },
  };
  for (const filter of [{ status: 'queued' }, {}]) {
    const pages: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = ListQuery.parse({ ...filter, ...(cursor && { cursor }) });
      const page = await listTranscriptions({ store, now: () => now }, caller, query);
      pages.push(page.data.length);
      cursor = page.next_cursor;
    }
    expect(pages.length).toBeLessThanOrEqual(20);
    expect(pages.filter((length) => length > 0)).toEqual([1]);
  }
});

test('a page that nothing filters is one query', async () => {
  const read: number[] = [];
  const list = async (_: string, { limit }: { readonly limit: number }) => {
    read.push(limit);
    const jobs = Array.from({ length: limit }, (__, at) => aTranscription({ id: idOf(at) }));
    return { jobs, next: { createdAt: '2026-11-20T10:00:00.000Z', id: idOf(limit - 1) } };
  };
  const page = await listTranscriptions({ store: { list }, now: () => now }, caller, ListQuery.parse({}));
  expect(page).toMatchObject({ has_more: true, data: { length: 20 } });
  expect(read).toEqual([21]);
});

test('a cursor older than created_after ends the list without a query', async () => {
  const cursor = Buffer.from(`2026-11-20T10:00:00.000Z/${idOf(1)}`).toString('base64url');
  const query = ListQuery.parse({ cursor, created_after: '2026-11-20T10:00:00Z' });
  const list = () => Promise.reject(new Error('The starting key is outside the query.'));
  expect(await listTranscriptions({ store: { list }, now: () => now }, caller, query)).toEqual({
    data: [],
    has_more: false,
    next_cursor: null,
  });
});

test.each(['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00', '2026-11-20', 'yesterday'])(
  '%j is not a valid created_after',
  (at) => {
    expect(ListQuery.safeParse({ created_after: at }).success).toBe(false);
  },
);

test.each(['', 'x', 'ofq_a', Buffer.from('2026-11-20/ofq_a').toString('base64url')])(
  'the cursor %j is refused',
  (cursor) => {
    expect(ListQuery.safeParse({ cursor }).success).toBe(false);
  },
);
