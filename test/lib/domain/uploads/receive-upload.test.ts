import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { findUpload, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { anyTable } from '../../../support/table.ts';
import { anUpload } from '../../../support/transcription.ts';

let table: Table;
let stop = () => {};
beforeAll(async () => {
  ({ table, stop } = await anyTable());
});
afterAll(() => stop());

const issued = async (id: string): Promise<void> => {
  const { uploadedAt: _at, eTag: _eTag, bytes: _bytes, ...grant } = anUpload({ id, status: 'issued' });
  await putUpload(table, grant);
};

const receive = (key: string, eTag: string, time: string) =>
  receiveUpload({ table }, { eventTime: `2026-11-20T${time}.000Z`, s3: { object: { key, eTag, size: 7 } } });

const found = (id: string) => findUpload(table, { tenant: 'prj_a.live', id });

test('an S3 event records which bytes arrived, with the ETag that HeadObject returns', async () => {
  await issued('upl_one');
  await receive('uploads/prj_a.live/upl_one', 'abc', '10:01:00');
  expect(await found('upl_one')).toMatchObject({ status: 'uploaded', eTag: '"abc"', bytes: 7 });
});

test('the latest bytes count, in any order of their events', async () => {
  await issued('upl_two');
  await receive('uploads/prj_a.live/upl_two', 'second', '10:02:00');
  await receive('uploads/prj_a.live/upl_two', 'first', '10:01:00');
  expect(await found('upl_two')).toMatchObject({ eTag: '"second"' });
});

test('bytes that arrive in the millisecond of the recorded ones replace them', async () => {
  await issued('upl_same');
  await receive('uploads/prj_a.live/upl_same', 'first', '10:01:00');
  await receive('uploads/prj_a.live/upl_same', 'second', '10:01:00');
  expect(await found('upl_same')).toMatchObject({ eTag: '"second"' });
});

test('a consumed upload keeps the bytes that its job was created for', async () => {
  await putUpload(table, anUpload({ id: 'upl_three', status: 'consumed' }));
  await receive('uploads/prj_a.live/upl_three', 'later', '11:00:00');
  expect(await found('upl_three')).toMatchObject({ status: 'consumed', eTag: '"e"' });
});

test('an object without a grant is ignored', async () => {
  await receive('uploads/prj_a.live/upl_unknown', 'abc', '10:01:00');
  await receive('elsewhere', 'abc', '10:01:00');
  expect(await found('upl_unknown')).toBeUndefined();
});
