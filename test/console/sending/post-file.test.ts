import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../console/api/api-error.ts';
import { postFile } from '../../../console/sending/post-file.ts';
import { FakeXhr } from '../../support/fake-xhr.ts';

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeXhr));
afterEach(() => vi.unstubAllGlobals());

const grant = {
  id: 'upl_a',
  mode: 'live',
  status: 'issued',
  upload_url: 'https://s3.example/',
  upload_method: 'POST',
  upload_fields: {},
  expires_at: '2026-11-20T10:15:00.000Z',
  max_bytes: 500_000_000,
  content_type: 'audio/mpeg',
} as const;

const post = () => {
  const stop = new AbortController();
  const sent: number[] = [];
  const onProgress = (bytes: number) => void sent.push(bytes);
  const posted = postFile(grant, new File(['audio'], 'call.mp3'), { signal: stop.signal, onProgress });
  return { posted, sent, stop, request: FakeXhr.last };
};

test('the progress of a post is that of the file, without the form around it', async () => {
  const { posted, sent, request } = post();
  for (const loaded of [2, 900]) request.say('progress', { loaded, total: 900 });
  request.status = 201;
  request.say('load');
  await posted;
  expect(sent).toEqual([2, 5]);
});

test('a post that the store refuses has the code of the store, by which an expired grant is recognized', async () => {
  const { posted, request } = post();
  Object.assign(request, { status: 403, responseText: '<Code>AccessDenied</Code>' });
  request.say('load');
  await expect(posted).rejects.toMatchObject({ status: 403, type: 'AccessDenied' });
});

test('a post that is cut counts as lost, so that it is repeated', async () => {
  const { posted, request } = post();
  request.say('error');
  await expect(posted).rejects.toBeInstanceOf(ApiError);
  await expect(posted).rejects.toMatchObject({ isLost: true });
});

test('a post that a person cancels ends with the reason', async () => {
  const { posted, stop } = post();
  stop.abort();
  await expect(posted).rejects.toHaveProperty('name', 'AbortError');
});
