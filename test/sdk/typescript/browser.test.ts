import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionError, upload, UploadError } from '../../../sdk/typescript/browser.ts';
import { FakeXhr } from '../../support/fake-xhr.ts';

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeXhr));
afterEach(() => vi.unstubAllGlobals());

const grant = { upload_url: 'https://s3.example/', upload_fields: { key: 'uploads/a', Policy: 'p' } };
const file = new File(['audio'], 'call.mp3');

test('a file is posted after all fields of the grant, without a key, and its progress is told', async () => {
  const told: unknown[] = [];
  const done = upload(file, grant, { onUpload: (progress) => told.push(progress) });
  const request = FakeXhr.last;
  request.say('progress', { loaded: 2, total: 5 });
  request.status = 201;
  request.say('load');
  await done;
  expect([request.opened, told]).toEqual([
    ['POST', 'https://s3.example/'],
    [{ sentBytes: 2, totalBytes: 5 }],
  ]);
  expect([...(request.form?.keys() ?? [])]).toEqual(['key', 'Policy', 'file']);
});

test('a refusal of the store says why', async () => {
  const done = upload(file, grant);
  Object.assign(FakeXhr.last, {
    status: 403,
    responseText: '<Code>AccessDenied</Code><Message>Expired.</Message>',
  });
  FakeXhr.last.say('load');
  await expect(done).rejects.toBeInstanceOf(UploadError);
  await expect(done).rejects.toMatchObject({ code: 'AccessDenied', status: 403 });
});

test('a cut upload is an error of the connection', async () => {
  const done = upload(file, grant);
  FakeXhr.last.say('error');
  await expect(done).rejects.toBeInstanceOf(ConnectionError);
});

test('an abort stops the upload with its reason', async () => {
  const stop = new AbortController();
  const done = upload(file, grant, { signal: stop.signal });
  stop.abort(new Error('Enough.'));
  await expect(done).rejects.toThrow('Enough.');
  expect(FakeXhr.last.isAborted).toBe(true);
  await expect(upload(file, grant, { signal: stop.signal })).rejects.toThrow('Enough.');
});
