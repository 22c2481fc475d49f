import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anotherKey,
  client,
  noSpeech,
  sample,
  type Service,
  startService,
  tenSeconds,
} from '../support/local-service.ts';

describe.skipIf(noSpeech)(`the service, from upload to text (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let file: Blob;
  beforeAll(async () => {
    service = await startService();
    file = tenSeconds('-f', 'ogg');
  });
  afterAll(() => service.stop());

  test('a recording comes back as text with language, length, segments, words and the exact price', async () => {
    const job = await service.transcribe(await openAsBlob(sample), 'audio/ogg');
    expect(job).toMatchObject({
      status: 'completed',
      detected_language: 'en',
      detected_languages: [{ language: 'en', share: 1 }],
      audio_ms: 44_374,
      progress: { percent: 100, processed_ms: 44_374, total_ms: 44_374 },
      billing: {
        status: 'charged',
        billed_ms: 44_374,
        unit_price_usd_per_minute: '0.005',
        amount_usd: '0.003698',
      },
      error: null,
    });
    expect(job.transcript).toMatch(
      /^It was the best of times.*it was the worst of times.*superlative degree of comparison only\.$/i,
    );
    expect(job.segments.map((segment: { text: string }) => segment.text).join(' ')).toBe(job.transcript);
    expect(job).not.toHaveProperty('words');
    const { body } = await service.call('GET', `/v1/transcriptions/${job.id}?include=words`);
    expect(body.words.map((word: { text: string }) => word.text).join(' ')).toBe(job.transcript);
  });

  test('after the end nothing of the audio is left in the bucket', async () => {
    const { id, source } = await service.transcribe(file, 'audio/ogg');
    const deleted = source.deleted_at ?? (await settled(id)).source.deleted_at;
    expect(deleted).toMatch(/Z$/);
    const s3 = new S3Client({
      endpoint: service.stack.awsEndpoint,
      region: 'us-east-1',
      credentials: service.stack.operator,
    });
    const bucket = service.stack.outputs['EarshotData']?.['AudioBucketName'] ?? '';
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'work/' }));
    expect(Contents.filter(({ Key }) => Key?.includes(id))).toEqual([]);
  });

  const settled = async (id: string) => {
    for (;;) {
      const { body } = await service.call('GET', `/v1/transcriptions/${id}`);
      if (body.source.deleted_at !== null) return body;
      await delay(100);
    }
  };

  test('speech asked for in its own language is its own translation', async () => {
    const job = await service.transcribe(file, 'audio/ogg', { translation: { target_language: 'en' } });
    expect(job.translated_text).toBe(job.transcript);
  });

  test('two seconds of silence are a success without text', async () => {
    const silence = new Blob([wav(new Int16Array(2 * 16_000))]);
    expect(await service.transcribe(silence, 'audio/wav')).toMatchObject({
      status: 'completed',
      transcript: '',
      segments: [],
      detected_language: null,
      audio_ms: 2_000,
      billing: { status: 'charged', amount_usd: '0.000167' },
    });
  });

  test.each([
    ['text in place of audio', 'hello there, this is no audio', 'unsupported_audio_format'],
    ['a web page', '<!doctype html><title>x</title>', 'unsupported_audio_format'],
    ['99 ms of audio', wav(new Int16Array(1_584)), 'audio_too_short'],
  ])('%s fails the job at once, typed and uncharged', async (_, bytes, type) => {
    expect(await service.transcribe(new Blob([bytes]), 'audio/wav')).toMatchObject({
      status: 'failed',
      error: { type, retryable: false },
      billing: { status: 'not_charged', amount_usd: '0.000000' },
      transcript: null,
    });
  });

  test('hints that name no language of this deployment fail the job', async () => {
    expect(await service.transcribe(file, 'audio/ogg', { language_hints: ['de'] })).toMatchObject({
      status: 'failed',
      error: { type: 'language_not_supported' },
    });
  });

  describe('the API', () => {
    const grant = (body: object, headers: object = {}) =>
      service.call('POST', '/v1/transcription-uploads', { body, headers });

    test('a grant has the fields of the contract', async () => {
      const answer = await grant({ content_type: 'audio/mpeg', size_bytes: 7 });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^upl_[a-z2-7]{26}$/),
        upload_url: expect.stringMatching(/^http/),
        upload_method: 'POST',
        upload_fields: expect.objectContaining({ 'Content-Type': 'audio/mpeg' }),
        expires_at: expect.stringMatching(/Z$/),
        max_bytes: 7,
        content_type: 'audio/mpeg',
      });
    });

    test('a job is queued once per upload, and a replay under its Idempotency-Key is the same answer', async () => {
      const uploadId = await service.upload(file, 'audio/ogg');
      const headers = { 'idempotency-key': 'order-0000-4711-x' };
      const create = (fields: object, also: object = {}) =>
        service.call('POST', '/v1/transcriptions', {
          body: { upload_id: uploadId, ...fields },
          headers: also,
        });
      const first = await create({}, headers);
      expect([first.status, first.body.status]).toEqual([202, 'queued']);
      const again = await create({}, headers);
      expect([again.status, again.body]).toEqual([202, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await create({ context: 'x' }, headers)).toMatchObject({
        status: 422,
        body: { error: { type: 'idempotency_key_reused' } },
      });
      expect(await create({})).toMatchObject({
        status: 409,
        body: { error: { type: 'upload_already_consumed' } },
      });
      await service.ended(first.body.id);
    });

    test('a replayed grant is the same grant', async () => {
      const headers = { 'idempotency-key': 'grant-0000-0000-1' };
      const first = await grant({ content_type: 'audio/mpeg' }, headers);
      const again = await grant({ content_type: 'audio/mpeg' }, headers);
      expect([again.status, again.body.id, again.body.expires_at]).toEqual([
        201,
        first.body.id,
        first.body.expires_at,
      ]);
      expect((await service.post(again.body, new Blob(['x']))).status).toBe(201);
    });

    test('an upload that was not posted yet is incomplete', async () => {
      const { body } = await grant({ content_type: 'audio/mpeg' });
      expect(
        await service.call('POST', '/v1/transcriptions', { body: { upload_id: body.id } }),
      ).toMatchObject({
        status: 409,
        body: { error: { type: 'upload_incomplete' } },
      });
    });

    test("another project's job and upload do not exist", async () => {
      const stranger = client(service.stack.baseUrl, await anotherKey(service.stack));
      const uploadId = await service.upload(file, 'audio/ogg');
      const notFound = { status: 404, body: { error: { type: 'not_found' } } };
      expect(
        await stranger.call('POST', '/v1/transcriptions', { body: { upload_id: uploadId } }),
      ).toMatchObject(notFound);
      const { body } = await service.call('POST', '/v1/transcriptions', { body: { upload_id: uploadId } });
      expect(await stranger.call('GET', `/v1/transcriptions/${body.id}`)).toMatchObject(notFound);
      await service.ended(body.id);
    });

    test.each([
      ['no key', ''],
      ['a malformed key', 'Bearer es_live_x'],
      ['an unknown key', 'Bearer es_live_0000000000000000_000000000000000000000000000000001ZZZZZ'],
    ])('%s is 401', async (_, authorization) => {
      const answer = await service.call('GET', '/v1/transcriptions/ofq_x', { headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { error: { type: 'unauthenticated' } } });
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.request_id);
    });

    test.each([
      ['GET', '/v1/nothing', 404, 'not_found'],
      ['DELETE', '/v1/transcription-uploads', 405, 'method_not_allowed'],
    ])('%s %s is %i with the same error object', async (method, path, status, type) => {
      expect(await service.call(method, path)).toMatchObject({ status, body: { error: { type } } });
    });

    test('sources of a later version are refused as unavailable, ill-formed ones as invalid', async () => {
      const create = (body: object) => service.call('POST', '/v1/transcriptions', { body });
      expect(await create({ audio_url: 'https://a.example/x.mp3' })).toMatchObject({
        status: 501,
        body: { error: { type: 'capability_unavailable' } },
      });
      expect(await create({ audio_uri: 'gs://a/x.mp3' })).toMatchObject({
        status: 400,
        body: {
          error: { type: 'invalid_request', details: { fields: [{ path: 'audio_uri', rule: 'https_url' }] } },
        },
      });
    });
  });

  test('a browser of any origin may post, and read what S3 answers', async () => {
    const { body: grant } = await service.call('POST', '/v1/transcription-uploads', {
      body: { content_type: 'audio/mpeg' },
    });
    const origin = 'https://app.example';
    const preflight = await fetch(grant.upload_url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const posted = await service.post(grant, new Blob(['x']), { origin });
    expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });
});

/** 16 kHz mono samples as a WAV file. */
function wav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [16_000, 24],
    [32_000, 28],
    [samples.byteLength, 40],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write('data', 36);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
