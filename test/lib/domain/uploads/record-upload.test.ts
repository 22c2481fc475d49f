import { expect, test } from 'vitest';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { findUpload, markUploaded, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { anyTable } from '../../../support/table.ts';
import { anUpload } from '../../../support/transcription.ts';

const { table } = await anyTable();

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds));

test('bytes that arrive during the HeadObject call are not overwritten by its result', async () => {
  const { uploadedAt: _at, eTag: _eTag, bytes: _bytes, ...issued } = anUpload({ status: 'issued' });
  await putUpload(table, issued);
  let clock = at(1);
  const head = async () => {
    const seen = { eTag: '"first"', bytes: 1, storedAt: at(1) };
    await markUploaded(table, issued, { eTag: '"second"', bytes: 2, at: at(2) });
    clock = at(3);
    return seen;
  };
  expect(await uploadRecorder({ table, bucket: { head }, now: () => clock })(issued)).toBe(true);
  expect(await findUpload(table, issued)).toMatchObject({ status: 'uploaded', eTag: '"second"' });
});
