import { beforeEach, expect, test } from 'vitest';
import { findUpload, notePlan, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { type Arrived, receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { anyTable } from '../../../support/table.ts';
import { anUpload } from '../../../support/transcription.ts';

const { table } = await anyTable();

const issued = async (id: string): Promise<void> => {
  const { uploadedAt: _at, eTag: _eTag, bytes: _bytes, ...grant } = anUpload({ id, status: 'issued' });
  await putUpload(table, grant);
};

let sent: Arrived[] = [];
beforeEach(() => {
  sent = [];
});
const sendArrival = async (arrived: Arrived) => void sent.push(arrived);

const receive = (key: string, eTag: string, time: string, size: number = 7, send = sendArrival) =>
  receiveUpload(
    { table, sendArrival: send },
    { eventTime: `2026-11-20T${time}.000Z`, s3: { object: { key, eTag, size } } },
  );

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

const large = 80_000_000;

test('a large upload is to be planned, as the bytes that arrived', async () => {
  await issued('upl_large');
  await receive('uploads/prj_a.live/upl_large', 'abc', '10:01:00', large);
  await receive('uploads/prj_a.live/upl_large', 'older', '10:00:00', large);
  expect(sent).toEqual([{ tenant: 'prj_a.live', id: 'upl_large', eTag: '"abc"' }]);
});

test('a grant to which large files are posted again and again has three of them planned', async () => {
  await issued('upl_again');
  for (let post = 1; post <= 9; post += 1)
    await receive('uploads/prj_a.live/upl_again', `bytes-${post}`, `10:0${post}:00`, large);
  expect(sent.map(({ eTag }) => eTag)).toEqual(['"bytes-1"', '"bytes-2"', '"bytes-3"']);
  expect(await found('upl_again')).toMatchObject({ eTag: '"bytes-9"' });
});

test('a short one is not: its job reads it as quickly', async () => {
  await issued('upl_short');
  await receive('uploads/prj_a.live/upl_short', 'abc', '10:01:00', 1_000_000);
  expect(sent).toEqual([]);
});

test('an upload whose planning cannot be asked for is recorded all the same', async () => {
  await issued('upl_unsent');
  await receive('uploads/prj_a.live/upl_unsent', 'abc', '10:01:00', large, () =>
    Promise.reject(new Error('The queue is down.')),
  );
  expect(await found('upl_unsent')).toMatchObject({ status: 'uploaded' });
});

test('a plan is noted for the bytes that it was made of, not for those that replaced them', async () => {
  await issued('upl_planned');
  await receive('uploads/prj_a.live/upl_planned', 'first', '10:01:00');
  const ref = { tenant: 'prj_a.live', id: 'upl_planned' } as const;
  const plan = { eTag: '"first"', how: { serially: 'silk' } } as const;
  expect(await notePlan(table, ref, plan)).toBe(true);
  expect(await found('upl_planned')).toMatchObject({ plan });
  await receive('uploads/prj_a.live/upl_planned', 'second', '10:02:00');
  expect(await notePlan(table, ref, plan)).toBe(false);
});
