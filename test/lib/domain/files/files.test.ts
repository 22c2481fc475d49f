import { beforeEach, describe, expect, test } from 'vitest';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { createFile, NewFile } from '#lib/domain/files/create-file.ts';
import { deleteFile } from '#lib/domain/files/delete-file.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import { getFile } from '#lib/domain/files/get-file.ts';
import { listFiles, ListFilesQuery } from '#lib/domain/files/list-files.ts';
import * as store from '#lib/domain/files/file-repository.ts';
import { randomId } from '#lib/platform/ids.ts';
import { uploadHeadsKey, uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { uploadKeptMs } from '#lib/domain/uploads/upload.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

const world = await aWorld();
beforeEach(() => {
  world.clock.now = new Date('2026-11-20T10:00:00.000Z');
});

const deps = () => ({
  now: () => world.clock.now,
  audio: world.audio,
  recordUpload: world.deps.recordUpload,
  recordLateBytes: world.deps.recordLateBytes,
  findUpload: (tenant: Tenant, id: string) => findUpload(world.table, { tenant, id }),
  findFile: (tenant: Tenant, id: string) => store.findFile(world.table, { tenant, id }),
  register: (file: RegisteredFile, now: Date) => store.registerFile(world.table, file, now),
  expireFile: (tenant: Tenant, id: string, now: Date) => store.expireFile(world.table, { tenant, id }, now),
  listFiles: (tenant: Tenant, page: Parameters<typeof store.listFiles>[2]) =>
    store.listFiles(world.table, tenant, page),
});

const register = (body: object, newId = () => randomId('file'), as = caller) =>
  createFile({ ...deps(), newId }, as, { body: NewFile.parse(body), bodyFingerprint: fingerprint(body) });

/** The id of an upload whose bytes are there. */
const arrived = async (): Promise<string> => {
  const uploadId = await world.upload();
  await world.arrive(uploadId);
  return uploadId;
};

const registered = async (): Promise<string> =>
  (await register({ upload_id: await arrived(), name: 'call.mp3', metadata: { of: 'Ada' } })).value.id;

describe('registering a file', () => {
  test('registering consumes the upload and makes a file that expires a day after its arrival', async () => {
    const uploadId = await world.upload();
    await expect(register({ upload_id: uploadId })).rejects.toMatchObject({ type: 'upload_incomplete' });
    await world.arrive(uploadId);
    const { value: file } = await register({ upload_id: uploadId });
    expect(await getFile(deps(), caller, file.id)).toEqual(file);
    expect(file).toMatchObject({ name: null, size_bytes: 5, expires_at: '2026-11-21T10:00:00.000Z' });
    await expect(register({ upload_id: uploadId })).rejects.toMatchObject({
      type: 'upload_already_consumed',
    });
    await expect(world.queue({ upload_id: uploadId })).rejects.toMatchObject({
      type: 'upload_already_consumed',
    });
  });

  test('a file that is registered later expires with its bytes all the same', async () => {
    const id = await world.upload();
    await world.arrive(id);
    await world.deps.recordUpload({ tenant: caller.tenant, id });
    world.clock.now = world.later(60_000);
    const { value: file } = await register({ upload_id: id });
    expect(file).toMatchObject({
      created_at: '2026-11-20T10:01:00.000Z',
      expires_at: '2026-11-21T10:00:00.000Z',
    });
  });

  test('a file has the bytes that replaced others while it was registered', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const ref = { tenant: caller.tenant, id };
    const before = deps();
    let isReplaced = false;
    const replacing: typeof before.register = async (file, now) => {
      if (!isReplaced) await world.audio.put(uploadKey(ref), 'other audio', 'audio/mpeg');
      if (!isReplaced) await world.deps.recordUpload(ref);
      isReplaced = true;
      return before.register(file, now);
    };
    const body = { upload_id: id };
    const { value: file } = await createFile(
      { ...before, register: replacing, newId: () => randomId('file') },
      caller,
      { body: NewFile.parse(body), bodyFingerprint: fingerprint(body) },
    );
    expect(file.size_bytes).toBe('other audio'.length);
    const job = await world.queue({ file_id: file.id });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });

  test('a file has the latest bytes, though their event is late', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const ref = { tenant: caller.tenant, id };
    await world.deps.recordUpload(ref);
    await world.audio.put(uploadKey(ref), 'other audio', 'audio/mpeg');
    const { value: file } = await register({ upload_id: id });
    expect(file.size_bytes).toBe('other audio'.length);
    const job = await world.queue({ file_id: file.id });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });

  test('of 40 concurrent registrations of one upload exactly one succeeds', async () => {
    const uploadId = await arrived();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => register({ upload_id: uploadId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a replayed registration returns the same file, and the key with another body is refused', async () => {
    const uploadId = await arrived();
    const id = randomId('file');
    const first = await register({ upload_id: uploadId }, () => id);
    const again = await register({ upload_id: uploadId }, () => id);
    expect(again).toEqual({ value: first.value, replayed: true });
    await expect(register({ upload_id: uploadId, name: 'x' }, () => id)).rejects.toMatchObject({
      type: 'idempotency_key_reused',
    });
  });

  test('of two requests at once with one Idempotency-Key, one makes the file, and the other gets it or is refused', async () => {
    const atOnce = (...uploadIds: readonly string[]) => {
      const id = randomId('file');
      return Promise.allSettled(uploadIds.map((uploadId) => register({ upload_id: uploadId }, () => id)));
    };
    const upload = await arrived();
    const same = (await atOnce(upload, upload)).map((one) => one.status === 'fulfilled' && one.value);
    expect(same.filter((one) => one && one.replayed)).toHaveLength(1);
    expect(new Set(same.map((one) => one && one.value.id)).size).toBe(1);
    const outcomes = await atOnce(await arrived(), await arrived());
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([
      { type: 'idempotency_key_reused' },
    ]);
  });

  test("a file cannot be registered from another project's upload", async () => {
    const uploadId = await arrived();
    const stranger = { ...caller, tenant: 'prj_b.live' } as const;
    await expect(register({ upload_id: uploadId }, undefined, stranger)).rejects.toMatchObject({
      type: 'not_found',
    });
  });
});

test.each(['\u0000', 'a\nb', 'a\u007f', 'a\u009f.mp3'])(
  'a file name with a control character, %j, is refused',
  (name) => {
    const [issue] = NewFile.safeParse({ upload_id: 'upl_x', name }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['name'], params: { rule: 'control_character' } });
  },
);

test.each(['Gespräch – Müller.mp3', '通話.mp3', '👩‍👩‍👧.ogg'])('the file name %s is accepted', (name) => {
  expect(NewFile.parse({ upload_id: 'upl_x', name })).toMatchObject({ upload_id: 'upl_x', name });
});

describe('jobs from a file', () => {
  test('many jobs can use one file, and none of them removes it', async () => {
    const id = await registered();
    const jobs = [await world.queue({ file_id: id }), await world.queue({ file_id: id })];
    await world.run();
    for (const job of jobs) {
      expect(await world.view(job)).toMatchObject({
        status: 'completed',
        source: { kind: 'file', deleted_at: null },
      });
    }
    expect(await getFile(deps(), caller, id)).toMatchObject({ name: 'call.mp3' });
  });

  test('a job cannot be created from a file that expired, was deleted or belongs to another project', async () => {
    const expired = await registered();
    const deleted = await registered();
    await deleteFile(deps(), caller, deleted);
    await expect(world.queue({ file_id: deleted })).rejects.toMatchObject({ type: 'expired' });
    await expect(world.queue({ file_id: randomId('file') })).rejects.toMatchObject({ type: 'not_found' });
    world.clock.now = world.later(uploadKeptMs);
    await expect(world.queue({ file_id: expired })).rejects.toMatchObject({ type: 'expired' });
  });

  test('jobs fail uncharged when their file is deleted before they read it', async () => {
    const id = await registered();
    const job = await world.queue({ file_id: id });
    await deleteFile(deps(), caller, id);
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_unreadable' } });
  });
});

test('deleting a file removes its audio, the heads of its slices, its name and its metadata, may be repeated, and works only within the project', async () => {
  const before = new Set(world.audio.objects.keys());
  const id = await registered();
  const file = await deps().findFile(caller.tenant, id);
  const upload = { tenant: caller.tenant, id: file?.uploadId ?? '' };
  await world.audio.put(uploadHeadsKey(upload, file?.eTag ?? ''), 'heads', 'text/plain');
  for (let times = 0; times < 2; times += 1) await deleteFile(deps(), caller, id);
  const { name, metadata } = (await deps().findFile(caller.tenant, id)) ?? {};
  expect({ name, metadata }).toEqual({ name: null, metadata: {} });
  expect([...world.audio.objects.keys()].filter((key) => !before.has(key))).toEqual([]);
  await expect(getFile(deps(), caller, id)).rejects.toMatchObject({ type: 'expired' });
  const stranger = { ...caller, tenant: 'prj_b.live' } as const;
  const own = await registered();
  await expect(deleteFile(deps(), stranger, own)).rejects.toMatchObject({ type: 'not_found' });
  await expect(getFile(deps(), stranger, own)).rejects.toMatchObject({ type: 'not_found' });
  expect(await getFile(deps(), caller, own)).toBeDefined();
});

test('a cursor from a day ago ends the list without a read, which DynamoDB would refuse', async () => {
  const cursor = { createdAt: world.later(-uploadKeptMs).toISOString(), id: randomId('file') };
  const unread = { ...deps(), listFiles: () => Promise.reject(new Error('Outside of the query.')) };
  const page = await listFiles(unread, caller, { limit: 20, cursor });
  expect(page).toMatchObject({ data: [], next_cursor: null });
});

test('the list shows every usable file once, newest first, in full pages', async () => {
  world.clock.now = new Date('2026-12-01T10:00:00.000Z');
  const ids: string[] = [];
  for (let file = 0; file < 5; file += 1) {
    world.clock.now = world.later(1_000);
    ids.unshift(await registered());
  }
  await deleteFile(deps(), caller, ids.splice(2, 1)[0] ?? '');
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listFiles(
      deps(),
      caller,
      ListFilesQuery.parse({ limit: '2', ...(cursor && { cursor }) }),
    );
    listed.push(...page.data.map(({ id }) => id));
    expect(page.data).toHaveLength(2);
    cursor = page.next_cursor;
  }
  expect(listed).toEqual(ids);
  world.clock.now = world.later(uploadKeptMs);
  expect(await listFiles(deps(), caller, ListFilesQuery.parse({}))).toMatchObject({
    data: [],
    has_more: false,
  });
});
