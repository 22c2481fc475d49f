import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { chargeOf } from '../support/charge-of.ts';
import {
  type Answer,
  client,
  newKeys,
  noSpeech,
  operatorTable,
  type Service,
  spoken,
  startService,
  wav,
} from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { seeded } from '../support/random.ts';
import { seedOf } from '../support/seed.ts';

const parallel = 100;
/** The number of deleted jobs, and the time limit of the deletions. */
const jobs = 8;
const slowestMs = 5_000;
const seed = seedOf('EARSHOT_DELETION_SEED');

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

  test('100 concurrent requests with one API key give 60 responses and 40 refusals', async () => {
    const [key = ''] = await newKeys(service.stack, 1, service.projectId);
    const { call } = client(service.stack.baseUrl, key);
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => call('GET', '/v1/transcriptions')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.filter(({ body }) => body.error?.type === 'rate_limit_exceeded');
    expect(refused).toHaveLength(40);
    for (const { headers } of refused) {
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  test('100 concurrent creates with one Idempotency-Key give one job and 99 replays', async () => {
    const answers = await createAtOnce(() => 'one-and-the-same-key');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(parallel - 1);
  });

  test('100 concurrent creates with different Idempotency-Keys for one upload give one job and 99 refusals', async () => {
    const answers = await createAtOnce((request) => `another-key-each-time-${request}`);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const refused = answers.filter(({ body }) => body.error?.type === 'upload_already_consumed');
    expect(refused).toHaveLength(parallel - 1);
  });

  /** Keys of all objects of the jobs or uploads. */
  const leftOf = async (ids: readonly string[]): Promise<string[]> => {
    const { audioKeys, resultKeys } = operatorOf(service.stack);
    const keys = (await Promise.all([audioKeys(), resultKeys()])).flat();
    return keys.filter((key) => ids.some((id) => key.includes(id)));
  };

  test(`a job that is deleted at any time leaves no text and no audio, and a charge only if it was completed, seed ${seed}`, async () => {
    const projectId = randomId('prj');
    const random = seeded(seed);
    const file = spoken(3, '-f', 'ogg');
    const [key = '', ...keys] = await newKeys(service.stack, jobs + 1, projectId);
    const ids: string[] = [];
    const outcomes = await Promise.all(
      keys.map(async (ownKey, at) => {
        const { call, ended, upload } = client(service.stack.baseUrl, ownKey);
        const uploadId = await upload(file, 'audio/ogg');
        const { body } = await call('POST', '/v1/transcriptions', { body: { upload_id: uploadId } });
        ids.push(uploadId, body.id);
        if (at % 4 === 0) await ended(body.id);
        else if (at % 4 > 1) await delay(random.below(slowestMs));
        expect((await call('DELETE', `/v1/transcriptions/${body.id}`)).status).toBe(204);
        const after = await call('GET', `/v1/transcriptions/${body.id}`);
        expect(after.body).toMatchObject({ deleted_at: expect.any(String), transcript: null });
        return { id: body.id, status: after.body.status };
      }),
    );
    const statuses: string[] = outcomes.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['canceled', 'completed']));

    const table = operatorTable(service.stack);
    for (const { id, status } of outcomes) {
      const line = await chargeOf(table, { tenant: `${projectId}.live`, id });
      expect([id, line !== undefined]).toEqual([id, status === 'completed']);
    }
    const { call } = client(service.stack.baseUrl, key);
    const statusesOf = ({ body }: Answer): string[] =>
      body.data.map(({ status }: { status: string }) => status).toSorted();
    const listed = statusesOf(await call('GET', '/v1/transcriptions?limit=100'));
    expect(listed).toEqual(statuses.filter((status) => status === 'canceled'));
    const all = statusesOf(await call('GET', '/v1/transcriptions?limit=100&include=deleted'));
    expect(all).toEqual(statuses.toSorted());

    await expect.poll(() => leftOf(ids), { timeout: 60_000, interval: 1_000 }).toEqual([]);
  });
});
