import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { findUpload, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { startTable } from '../../../support/table.ts';
import { anUpload } from '../../../support/transcription.ts';

let table: Table;
let stop = () => {};
beforeAll(async () => {
  ({ table, stop } = await startTable());
});
afterAll(() => stop());

const issued = async (id: string): Promise<void> => {
  const { uploadedAt: _at, eTag: _eTag, bytes: _bytes, ...grant } = anUpload({ id, status: 'issued' });
  await putUpload(table, grant);
};

const receive = (key: string, eTag: string, time: string) =>
  receiveUpload({ table }, { eventTime: `2026-11-20T${time}.000Z`, s3: { object: { key, eTag, size: 7 } } });

const found = (id: string) => findUpload(table, { tenant: 'prj_a.live', id });

test('an event notes which bytes arrived, as HeadObject would tell their ETag', async () => {
  await issued('upl_one');
  await receive('uploads/prj_a.live/upl_one', 'abc', '10:01:00');
  expect(await found('upl_one')).toMatchObject({ status: 'uploaded', eTag: '"abc"', bytes: 7 });
});

test('the latest bytes count, in whatever order their events arrive', async () => {
  await issued('upl_two');
  await receive('uploads/prj_a.live/upl_two', 'second', '10:02:00');
  await receive('uploads/prj_a.live/upl_two', 'first', '10:01:00');
  expect(await found('upl_two')).toMatchObject({ eTag: '"second"' });
});

test('a consumed upload keeps the bytes its job was queued for', async () => {
  await putUpload(table, anUpload({ id: 'upl_three', status: 'consumed' }));
  await receive('uploads/prj_a.live/upl_three', 'later', '11:00:00');
  expect(await found('upl_three')).toMatchObject({ status: 'consumed', eTag: '"e"' });
});

test('an object that belongs to no grant is passed over', async () => {
  await receive('uploads/prj_a.live/upl_unknown', 'abc', '10:01:00');
  await receive('elsewhere', 'abc', '10:01:00');
  expect(await found('upl_unknown')).toBeUndefined();
});
