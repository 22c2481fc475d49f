import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { createUpload } from '#lib/domain/uploads/create-upload.ts';
import { markUploaded } from '#lib/domain/uploads/upload-repository.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import { caller } from '../../../support/protocol-world.ts';
import { anyTable } from '../../../support/table.ts';

const { table } = await anyTable();

const issuedAt = Date.parse('2026-11-20T10:00:00.000Z');
const grantMs = 15 * 60_000;

const aKey = () => {
  const id = randomId('upl');
  const signed: Upload[] = [];
  const sign = async (upload: Upload) => {
    signed.push(upload);
    return { url: 'https://audio.example/', fields: {} };
  };
  /** Requests an upload with this key, `afterMs` after the first request. */
  const request = (afterMs: number, bodyFingerprint = 'same', size_bytes?: number) => {
    const deps = { table, sign, now: () => new Date(issuedAt + afterMs), newId: () => id };
    return createUpload(deps, caller, { body: { content_type: 'audio/mpeg', size_bytes }, bodyFingerprint });
  };
  return { request, signed };
};

test('a replay within 15 minutes returns the same grant, newly signed, with its first expiry', async () => {
  const { request, signed } = aKey();
  const first = await request(0);
  const again = await request(grantMs - 1);
  expect(again).toEqual({ value: first.value, replayed: true });
  expect(again.value.expires_at).toBe('2026-11-20T10:15:00.000Z');
  expect(signed).toHaveLength(2);
});

test('a replay returns the id of a file that has arrived, however late', async () => {
  const { request } = aKey();
  const { id, tenant } = { ...(await request(0)).value, tenant: caller.tenant };
  await markUploaded(table, { tenant, id }, { eTag: '"a"', bytes: 1, at: new Date(issuedAt) });
  for (const afterMs of [1, grantMs, 24 * 60 * 60_000])
    expect((await request(afterMs)).value).toMatchObject({ id, status: 'uploaded' });
});

test('a replay after 15 minutes without a file gets upload_expired, and nothing is signed', async () => {
  const { request, signed } = aKey();
  await request(0);
  for (const afterMs of [grantMs, 24 * 60 * 60_000])
    await expect(request(afterMs)).rejects.toMatchObject({ type: 'upload_expired' });
  expect(signed).toHaveLength(1);
  await expect(request(grantMs, 'another')).rejects.toMatchObject({ type: 'idempotency_key_reused' });
});

test('max_bytes is the size that was stated, and without one the most that a file may have', async () => {
  expect((await aKey().request(0, 'of seven bytes', 7)).value.max_bytes).toBe(7);
  expect((await aKey().request(0)).value.max_bytes).toBe(500_000_000);
});
