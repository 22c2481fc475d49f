import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  client,
  newKeys,
  noSpeech,
  type Service,
  startService,
  wav,
} from '../support/local-service.ts';

const parallel = 200;

describe.skipIf(noSpeech)(`${parallel} requests at once (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const silence = new Blob([wav(new Int16Array(16_000))]);

  /** Sends concurrent creates for one upload, with as many keys of the project as the rate limit needs. */
  const createAtOnce = async (idempotencyKey: (request: number) => string): Promise<Answer[]> => {
    const uploadId = await service.upload(silence, 'audio/wav');
    const keys = await newKeys(service.stack, Math.ceil(parallel / 50), service.projectId);
    const callers = keys.map((key) => client(service.stack.baseUrl, key));
    return Promise.all(
      Array.from({ length: parallel }, async (_, request) => {
        const caller = callers[request % callers.length] ?? service;
        return caller.call('POST', '/v1/transcriptions', {
          body: { upload_id: uploadId },
          headers: { 'idempotency-key': idempotencyKey(request) },
        });
      }),
    );
  };

  test('200 concurrent requests with one API key give 60 responses and 140 refusals', async () => {
    const [key = ''] = await newKeys(service.stack, 1, service.projectId);
    const { call } = client(service.stack.baseUrl, key);
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => call('GET', '/v1/transcriptions')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.filter(({ body }) => body.error?.type === 'rate_limit_exceeded');
    expect(refused).toHaveLength(140);
    for (const { headers } of refused) {
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  test('200 concurrent creates with one Idempotency-Key give one job and 199 replays', async () => {
    const answers = await createAtOnce(() => 'one-and-the-same-key');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(parallel - 1);
  });

  test('200 concurrent creates with different Idempotency-Keys for one upload give one job and 199 refusals', async () => {
    const answers = await createAtOnce((request) => `another-key-each-time-${request}`);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const refused = answers.filter(({ body }) => body.error?.type === 'upload_already_consumed');
    expect(refused).toHaveLength(parallel - 1);
  });
});
