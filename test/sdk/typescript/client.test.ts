import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { EarshotError, TranscriptionFailedError, UploadError } from '../../../sdk/typescript/errors.ts';
import { answered, refused } from '../../support/fake-fetch.ts';
import { testFolder } from '../../support/test-folder.ts';
import { bodyOf, clientOf, grant, job, wav } from './fake-service.ts';

describe('transcribe', () => {
  test('transcribe uploads bytes with the type that they begin with, queues a job and returns it completed', async () => {
    const { earshot, sentTo } = clientOf();
    const done = await earshot.transcribe(wav, { language_hints: ['en'], client_reference_id: 'call-42' });
    expect(done.transcript).toBe('Hello.');
    expect(bodyOf(sentTo('uploads')[0])).toEqual({ content_type: 'audio/wav', size_bytes: 16 });
    expect(sentTo('s3.example/')[0]?.text).toContain('name="key"\r\n\r\nuploads/a\r\n');
    expect(sentTo('s3.example/')[0]?.text).toContain(wav.toString());
    expect(bodyOf(sentTo('/v1/transcriptions')[0])).toEqual({
      upload_id: 'upl_a',
      language_hints: ['en'],
      client_reference_id: 'call-42',
    });
  });

  test('transcribe reads a path, and sends its name with audio whose type its bytes do not tell', async () => {
    const path = join(testFolder(), 'call.wma');
    writeFileSync(path, 'audio');
    const { earshot, sentTo } = clientOf();
    await earshot.transcribe(path);
    expect(bodyOf(sentTo('uploads')[0])).toEqual({
      content_type: 'application/octet-stream',
      size_bytes: 5,
      filename: 'call.wma',
    });
    expect(bodyOf(sentTo('/v1/transcriptions')[0])).toEqual({ upload_id: 'upl_a', filename: 'call.wma' });
  });

  test('transcribe names the path of a file that is not there', async () => {
    const missing = clientOf().earshot.transcribe('/nowhere/call.mp3');
    await expect(missing).rejects.toThrow(/ENOENT.*\/nowhere\/call\.mp3/);
  });

  test.each([
    ['a Blob', new Blob([wav])],
    ['a named File', new File([wav], 'call.wav')],
    ['a web stream', new Blob([wav]).stream()],
    [
      'an iterable of chunks',
      (async function* () {
        yield wav.subarray(0, 5);
        yield wav.subarray(5);
      })(),
    ],
  ])('transcribe uploads all of %s', async (_, source) => {
    const { earshot, sentTo } = clientOf();
    await earshot.transcribe(source);
    expect(bodyOf(sentTo('uploads')[0])).toMatchObject({ content_type: 'audio/wav', size_bytes: 16 });
    expect(sentTo('s3.example/')[0]?.text).toContain(wav.toString());
  });

  test('transcribe uploads nothing of a URL or a file that the service has', async () => {
    for (const [source, field] of [
      [{ url: 'https://a.example/x.mp3' }, { audio_url: 'https://a.example/x.mp3' }],
      [{ fileId: 'file_a' }, { file_id: 'file_a' }],
    ] as const) {
      const { earshot, requests, sentTo } = clientOf();
      await earshot.transcribe(source);
      expect([bodyOf(sentTo('/v1/transcriptions')[0]), requests.length]).toEqual([field, 2]);
    }
  });

  test('transcribe posts a cut upload again to the same grant, and queues one job', async () => {
    const cutAnswer = new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) });
    const cuts = [() => Promise.reject(new TypeError('reset')), () => new Response(cutAnswer)];
    const { earshot, sentTo } = clientOf({ store: () => cuts.pop()?.() ?? answered('', 201) });
    await earshot.transcribe(wav);
    expect([sentTo('uploads').length, sentTo('s3.example/').length]).toEqual([1, 3]);
    expect(sentTo('/v1/transcriptions')).toHaveLength(1);
  });

  test('transcribe says why the store refused the file', async () => {
    const xml = '<Error><Code>EntityTooLarge</Code><Message>Too large.</Message></Error>';
    const { earshot } = clientOf({ store: () => answered(xml, 400) });
    const refusal = earshot.transcribe(wav);
    await expect(refusal).rejects.toBeInstanceOf(UploadError);
    await expect(refusal).rejects.toMatchObject({ code: 'EntityTooLarge', status: 400 });
  });

  test('transcribe keeps one Idempotency-Key of the caller for grant and job, so that a repeated call makes nothing new', async () => {
    const { earshot, sentTo } = clientOf();
    const idempotencyKey = 'call-42-of-november';
    await earshot.transcribe(wav, { idempotencyKey });
    for (const path of ['uploads', '/v1/transcriptions'])
      expect(sentTo(path)[0]?.headers.get('idempotency-key')).toBe(idempotencyKey);
    expect(bodyOf(sentTo('/v1/transcriptions')[0])).not.toHaveProperty('idempotencyKey');
  });

  test('transcribe posts nothing that an earlier call with the same key has posted, and queues the same job', async () => {
    const { earshot, sentTo } = clientOf({ grant: () => answered({ ...grant, status: 'consumed' }, 201) });
    await earshot.submit(wav, { idempotencyKey: 'call-42-of-november' });
    expect(sentTo('s3.example/')).toEqual([]);
    expect(bodyOf(sentTo('/v1/transcriptions')[0])).toEqual({ upload_id: 'upl_a' });
  });

  test('transcribe tells how much is uploaded and how far the job is', async () => {
    const states = ['queued', 'processing', 'completed'];
    const { earshot, sentTo } = clientOf({ get: () => job(states.shift() ?? 'completed') });
    const sent: number[] = [];
    const seen: string[] = [];
    await earshot.transcribe(wav, {
      onUpload: ({ sentBytes, totalBytes }) => sent.push(sentBytes / totalBytes),
      onProgress: ({ status }) => seen.push(status),
    });
    expect([sent.at(-1), seen]).toEqual([1, ['queued', 'processing', 'completed']]);
    const { text, headers } = sentTo('s3.example/')[0] ?? {};
    expect(headers?.get('content-length')).toBe(String(text?.length));
  });

  test('transcribe waits on the service, and without a place to wait asks again later', async () => {
    const answers = [
      () => job('processing'),
      () => refused('concurrency_limit_exceeded', 429, {}, { 'retry-after': '90' }),
    ];
    const { earshot, sentTo, waitsMs } = clientOf({
      get: () => (answers.shift() ?? (() => job('completed')))(),
    });
    await earshot.transcribe(wav);
    expect(sentTo('?wait=25')).toHaveLength(2);
    expect([sentTo('/v1/transcriptions/ofq_a').length, waitsMs]).toEqual([1, [90_000]]);
  });

  test.each(['failed', 'canceled'])('transcribe throws the job that is %s', async (status) => {
    const { earshot } = clientOf({ get: () => job(status, { error: { message: 'Damaged.' } }) });
    const failure = earshot.transcribe(wav);
    await expect(failure).rejects.toBeInstanceOf(TranscriptionFailedError);
    await expect(failure).rejects.toMatchObject({ message: 'Damaged.', job: { id: 'ofq_a', status } });
  });

  test.each([
    ['store', 2],
    ['get', 4],
  ])('transcribe stops at an abort while it asks to %s, and begins nothing more', async (step, sent) => {
    const stop = new AbortController();
    const states = ['processing'];
    const answer = () => {
      stop.abort();
      return job(states.pop() ?? 'completed');
    };
    const { earshot, requests } = clientOf({ [step]: answer });
    await expect(earshot.transcribe(wav, { signal: stop.signal })).rejects.toThrow('aborted');
    expect(requests).toHaveLength(sent);
  });
});

test('a list reads page by page, as far as it is asked for', async () => {
  const pages = [
    { data: [{ id: 'ofq_a' }, { id: 'ofq_b' }], next_cursor: 'c1' },
    { data: [{ id: 'ofq_c' }], next_cursor: null },
  ];
  const { earshot, requests } = clientOf({
    get: ({ url }) => answered(pages[url.searchParams.get('cursor') === 'c1' ? 1 : 0]),
  });
  const ids: string[] = [];
  for await (const { id } of earshot.transcriptions.list({ status: 'failed' })) ids.push(id);
  expect([ids, requests.length]).toEqual([['ofq_a', 'ofq_b', 'ofq_c'], 2]);
  expect(requests.every(({ url }) => url.searchParams.get('status') === 'failed')).toBe(true);
  for await (const _ of earshot.transcriptions.list()) break;
  expect(requests).toHaveLength(3);
});

test('a file at a path is registered with its name, its labels and the key of the caller', async () => {
  const { earshot, sentTo } = clientOf({ create: () => answered({ id: 'file_a' }, 201) });
  const idempotencyKey = 'recording-42-of-november';
  const file = await earshot.files.upload(import.meta.filename, { metadata: { a: 'b' } }, { idempotencyKey });
  expect(file).toEqual({ id: 'file_a' });
  expect(bodyOf(sentTo('/v1/files')[0])).toEqual({
    upload_id: 'upl_a',
    name: 'client.test.ts',
    metadata: { a: 'b' },
  });
  for (const path of ['uploads', '/v1/files'])
    expect(sentTo(path)[0]?.headers.get('idempotency-key')).toBe(idempotencyKey);
});

test('each operation asks its route', async () => {
  const { earshot, requests } = clientOf({ get: () => answered('{}'), create: () => answered('{}') });
  const { transcriptions: jobs, files, realtime, webhooks } = earshot;
  await jobs.delete('ofq_a');
  await jobs.retry('ofq_a');
  await jobs.srt('ofq_a');
  await jobs.vtt('ofq_a');
  await jobs.words('ofq_a');
  await files.get('file_a');
  await files.delete('file_a');
  await realtime.create({ audio: { format: 'webm_opus' } });
  await realtime.get('rts_a');
  await realtime.delete('rts_a');
  await webhooks.create({ url: 'https://hooks.example/' });
  await webhooks.get('whk_a');
  await webhooks.update('whk_a', { status: 'disabled' });
  await webhooks.rotateSecret('whk_a');
  await webhooks.delete('whk_a');
  await earshot.capabilities();
  expect(requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
    'DELETE /v1/transcriptions/ofq_a',
    'POST /v1/transcriptions/ofq_a/retry',
    'GET /v1/transcriptions/ofq_a/transcript?format=srt',
    'GET /v1/transcriptions/ofq_a/transcript?format=vtt',
    'GET /v1/transcriptions/ofq_a/transcript?format=json',
    'GET /v1/files/file_a',
    'DELETE /v1/files/file_a',
    'POST /v1/realtime/sessions',
    'GET /v1/realtime/sessions/rts_a',
    'DELETE /v1/realtime/sessions/rts_a',
    'POST /v1/webhooks',
    'GET /v1/webhooks/whk_a',
    'PATCH /v1/webhooks/whk_a',
    'POST /v1/webhooks/whk_a/rotate-secret',
    'DELETE /v1/webhooks/whk_a',
    'GET /v1/capabilities',
  ]);
});

test.each([{ baseUrl: 'api.example' }, { apiKey: '' }])('a client with %j is refused', (wrong) => {
  expect(() => new Earshot({ baseUrl: 'https://api.example', apiKey: 'k', ...wrong })).toThrow(EarshotError);
});
