import { formatKey, generateKey } from '#lib/domain/auth/api-key.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anotherKey,
  client,
  noSpeech,
  type Service,
  startService,
  tenSeconds,
} from '../support/local-service.ts';

describe.skipIf(noSpeech)(`the API (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let file: Blob;
  beforeAll(async () => {
    service = await startService();
    file = tenSeconds('-f', 'ogg');
  });
  afterAll(() => service.stop());

  const grant = (body: object, headers: object = {}) =>
    service.call('POST', '/v1/transcription-uploads', { body, headers });

  test('a grant has the fields of the contract', async () => {
    const answer = await grant({ content_type: 'audio/mpeg', size_bytes: 7 });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.body).toEqual({
      mode: 'live',
      status: 'issued',
      id: expect.stringMatching(/^upl_[a-z2-7]{26}$/),
      upload_url: expect.stringMatching(/^http/),
      upload_method: 'POST',
      upload_fields: expect.objectContaining({ 'Content-Type': 'audio/mpeg' }),
      expires_at: expect.stringMatching(/Z$/),
      max_bytes: 7,
      content_type: 'audio/mpeg',
    });
  });

  test('an upload creates one job, and a replay with its Idempotency-Key returns the same response', async () => {
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

  test('a replayed upload request returns the same grant', async () => {
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

  test('a job for a grant without a file is refused as upload_incomplete', async () => {
    const { body } = await grant({ content_type: 'audio/mpeg' });
    expect(await service.call('POST', '/v1/transcriptions', { body: { upload_id: body.id } })).toMatchObject({
      status: 409,
      body: { error: { type: 'upload_incomplete' } },
    });
  });

  test("another project's job and upload answer 404", async () => {
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
    ['an unknown key', `Bearer ${formatKey(generateKey('live'))}`],
  ])('a request with %s answers 401', async (_, authorization) => {
    const answer = await service.call('GET', '/v1/transcriptions/ofq_x', { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { error: { type: 'unauthenticated' } } });
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error.request_id);
  });

  test.each([
    ['GET', '/v1/nothing', 404, 'not_found'],
    ['DELETE', '/v1/transcription-uploads', 405, 'method_not_allowed'],
  ])('%s %s answers %i with the common error object', async (method, path, status, type) => {
    expect(await service.call(method, path)).toMatchObject({ status, body: { error: { type } } });
  });

  test('an audio_uri that is not https is refused as invalid', async () => {
    expect(
      await service.call('POST', '/v1/transcriptions', { body: { audio_uri: 'gs://a/x.mp3' } }),
    ).toMatchObject({
      status: 400,
      body: {
        error: { type: 'invalid_request', details: { fields: [{ path: 'audio_uri', rule: 'https_url' }] } },
      },
    });
  });

  test('a browser on any origin may upload and read the response of S3', async () => {
    const { body: issued } = await grant({ content_type: 'audio/mpeg' });
    const origin = 'https://app.example';
    const preflight = await fetch(issued.upload_url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const posted = await service.post(issued, new Blob(['x']), { origin });
    expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });
});
