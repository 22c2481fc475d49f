import { expect, test } from 'vitest';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { findUpload, markUploaded, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { anyTable } from '../../../support/table.ts';
import { anUpload } from '../../../support/transcription.ts';

test('late bytes do not replace the ones whose event arrives while S3 is asked', async () => {
  const { table } = await anyTable();
  const bucket = memoryBucket();
  const { tenant, id } = anUpload();
  const ref = { tenant, id };
  const at = new Date();
  await putUpload(table, anUpload());
  await markUploaded(table, ref, { eTag: '"first"', bytes: 5, at });
  await bucket.put(uploadKey(ref), 'second', 'audio/mpeg');
  const head: typeof bucket.head = async (key) => {
    const second = await bucket.head(key);
    await markUploaded(table, ref, { eTag: '"third"', bytes: 7, at });
    return second;
  };
  const recordLateBytes = lateBytesRecorder({ table, bucket: { head } });
  const before = new Date(Date.now() + 60_000);
  expect(await recordLateBytes(ref, { eTag: '"first"', before })).toBe(false);
  expect(await findUpload(table, ref)).toMatchObject({ eTag: '"third"', bytes: 7 });
});

test('late bytes are recorded, though the response of the write was lost and the client of AWS repeats it', async () => {
  const { table } = await anyTable();
  const bucket = memoryBucket();
  const { tenant, id } = anUpload();
  const ref = { tenant, id };
  await putUpload(table, anUpload());
  await markUploaded(table, ref, { eTag: '"first"', bytes: 5, at: new Date() });
  await bucket.put(uploadKey(ref), 'second', 'audio/mpeg');
  const recordLateBytes = lateBytesRecorder({ table: repeatingUpdates(table), bucket });
  expect(await recordLateBytes(ref, { eTag: '"first"' })).toBe(true);
  expect(await findUpload(table, ref)).toMatchObject({ bytes: 'second'.length });
});
