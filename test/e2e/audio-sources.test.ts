import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAudio } from '../support/speech.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import {
  type Answer,
  client,
  newKeys,
  noSpeech,
  operatorTable,
  sample,
  type Service,
  spoken,
  startService,
} from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { until } from '../support/until.ts';
import { testFolder } from '../support/test-folder.ts';

describe.skipIf(noSpeech)(`audio from URLs and files (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = testFolder();
  let origin: Origin;
  let service: Service;
  let file: Blob;
  beforeAll(async () => {
    origin = await startOrigin();
    service = await startService({ origins: [origin] });
    file = spoken(3, '-f', 'ogg');
  });
  afterAll(async () => {
    await service.stop();
    origin.stop();
  });

  const transcribe = async (source: object) => {
    const { status, body } = await service.call('POST', '/v1/transcriptions', { body: source });
    expect(status).toBe(202);
    return service.ended(body.id);
  };
  const left = async (prefix: string): Promise<string[]> =>
    (await operatorOf(service.stack).audioKeys()).filter((key) => key.startsWith(prefix));

  test.each(['audio_url', 'audio_uri'])('audio of %s is fetched, transcribed and deleted', async (field) => {
    const bytes = Buffer.from(await file.arrayBuffer());
    const url = origin.on('/call.ogg', (_request, response) => response.end(bytes));
    const job = await transcribe({ [field]: `${url}?X-Amz-Signature=secret` });
    expect(job).toMatchObject({ status: 'completed', source: { kind: 'url' }, audio_ms: 3_000 });
    expect(job.transcript).toMatch(/best of times/);
    expect(JSON.stringify(job)).not.toContain('secret');
    await expect.poll(() => left('sources/'), { timeout: 20_000 }).toEqual([]);
  });

  const itemOf = (id: string, sk: string) =>
    operatorTable(service.stack).get({ pk: `${service.projectId}.live/${id}`, sk });
  const partsOf = async (id: string): Promise<number> => {
    const parts = (await itemOf(id, 'job'))?.['chunksOfParts'];
    return Array.isArray(parts) ? parts.length : 0;
  };
  /** A few words in every 160 s, so that recognition is quick. Audio is cut in parts from 485 s on. */
  const longRecording = (name: string, ...options: string[]): Buffer => {
    const filter = 'aresample=16000,atrim=end=3,apad=whole_dur=160,aloop=loop=3:size=2560000';
    return readFileSync(makeAudio(join(folder, name), '-i', sample, '-af', filter, '-t', '490', ...options));
  };

  /**
   * The expected result of a job in parts. The test long-audio.faults compares the words with those of a job that is cut as
   * one.
   */
  const expectInParts = async (job: Answer['body']): Promise<void> => {
    expect(job).toMatchObject({ status: 'completed', audio_ms: 490_000, billing: { billed_ms: 490_000 } });
    expect(await partsOf(job.id)).toBe(3);
    const segments: { start_ms: number; text: string }[] = job.segments;
    expect(segments.map(({ start_ms: at }) => Math.floor(at / 10_000))).toEqual([0, 16, 32, 48]);
    for (const { text } of segments) expect(text).toMatch(/best of times/i);
  };

  test('a long recording of a URL is cut in parts, and each word is where it is spoken', async () => {
    const bytes = longRecording('long.flac', '-sample_fmt', 's16');
    const url = origin.on('/long', (_request, response) => response.end(bytes));
    await expectInParts(await transcribe({ audio_url: url }));
  });

  test.each([
    ['an MP3', 'long.mp3', 'audio/mpeg', []],
    // Each slice of an MP4 has its own header.
    ['an MP4', 'long.m4a', 'audio/mp4', ['-c:a', 'alac']],
  ])(
    '%s of some megabytes is planned when it is uploaded, and its job is cut by that plan',
    async (_, name, type, codec) => {
      const bytes = new Blob([longRecording(name, ...codec, '-b:a', '96k')]);
      const id = await service.upload(bytes, type);
      const plan = await until('the plan of the upload', async () => (await itemOf(id, 'upload'))?.['plan']);
      expect(plan).toMatchObject({ how: { slices: [{}, {}, {}] } });
      await expectInParts(await transcribe({ upload_id: id }));
      await expect.poll(() => left(`work/${service.projectId}.live/${id}/`), { timeout: 20_000 }).toEqual([]);
    },
  );

  test.each([
    ['a missing page', 404, 'text/plain', 'gone', { cause: 'http_status', http_status: 404 }],
    ['a web page', 200, 'text/html', '<!doctype html><p>Log in</p>', { cause: 'not_audio' }],
    ['an empty file', 200, 'audio/mpeg', '', { cause: 'empty' }],
  ])('%s fails the job at once with its cause', async (_, status, type, body, details) => {
    const url = origin.on('/no-audio', (_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    expect(await transcribe({ audio_url: url })).toMatchObject({
      status: 'failed',
      error: { type: 'audio_download_failed', details },
      billing: { status: 'not_charged' },
    });
  });

  test('a redirect to a private address is not followed', async () => {
    const url = origin.on('/away', (_request, response) => {
      response.writeHead(302, { location: 'https://169.254.169.254/latest/meta-data' }).end();
    });
    expect(await transcribe({ audio_url: url })).toMatchObject({
      status: 'failed',
      error: { type: 'audio_download_failed', details: { cause: 'blocked_address' } },
    });
  });

  test.each(['https://127.0.0.1/x.mp3', 'https://[::1]/x.mp3', 'https://169.254.169.254/latest/meta-data'])(
    'a job with the private address %s is refused',
    async (url) => {
      const answer = await service.call('POST', '/v1/transcriptions', { body: { audio_url: url } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { details: { fields: [{ path: 'audio_url', rule: 'blocked_address' }] } } },
      });
    },
  );

  test('a key may have two concurrent long polls and a project eight, and others are refused at once', async () => {
    const url = origin.on('/never-ends', (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('I');
    });
    const { body } = await service.call('POST', '/v1/transcriptions', { body: { audio_url: url } });
    const path = `/v1/transcriptions/${body.id}`;
    const statusNow = async () => (await service.call('GET', path)).body.status;
    await expect.poll(statusNow).toBe('processing');
    const keys = await newKeys(service.stack, 5, service.projectId);
    const [last, ...callers] = keys.map((key) => client(service.stack.baseUrl, key));
    const refused: Answer[] = [];
    const polls = [...callers, ...callers, ...callers].map(async ({ call }) => {
      const answer = await call('GET', `${path}?wait=25`);
      if (answer.status === 429) refused.push(answer);
      return answer.body.status;
    });
    // A busy machine takes long to start twelve functions. The other polls end after 25 s.
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(4);
    const more = await last?.call('GET', `${path}?wait=25`);
    expect(await last?.call('GET', path)).toMatchObject({ status: 200 });
    for (const answer of [...refused, more]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { error: { type: 'concurrency_limit_exceeded' } },
      });
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer?.headers.get('retry-after'))).toBeLessThanOrEqual(26);
    }
    expect((await service.call('DELETE', path)).status).toBe(204);
    const waiting = (await Promise.all(polls)).filter((status) => status !== undefined);
    expect(waiting).toEqual(Array.from({ length: 8 }, () => 'canceled'));
  });

  test('a registered file can be used by two jobs and stays until it is deleted', async () => {
    const uploadId = await service.upload(file, 'audio/ogg');
    const request = { body: { upload_id: uploadId, name: 'call.ogg' } };
    const { status, body } = await service.call('POST', '/v1/files', request);
    expect([status, body.name, body.size_bytes]).toEqual([201, 'call.ogg', file.size]);
    const [one, other] = await Promise.all([
      transcribe({ file_id: body.id }),
      transcribe({ file_id: body.id }),
    ]);
    expect([one.status, other.transcript]).toEqual(['completed', one.transcript]);
    expect((await service.call('GET', '/v1/files')).body.data).toEqual([body]);
    expect((await service.call('DELETE', `/v1/files/${body.id}`)).status).toBe(204);
    expect((await service.call('GET', `/v1/files/${body.id}`)).status).toBe(410);
    expect(await left(`uploads/${service.projectId}.live/${uploadId}`)).toEqual([]);
  });
});
