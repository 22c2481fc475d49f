import { chargeOf } from '../support/charge-of.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../support/random.ts';
import {
  type Answer,
  client,
  newKeys,
  noSpeech,
  operatorTable,
  type Service,
  startService,
  tenSeconds,
} from '../support/local-service.ts';
import { seedOf } from '../support/seed.ts';

const seed = seedOf('EARSHOT_DELETION_SEED');
const jobs = 16;
const slowestMs = 9_000;

describe.skipIf(noSpeech)(
  `deleting jobs at random times, seed ${seed} (${noSpeech ?? 'on the local stack'})`,
  () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService();
    });
    afterAll(() => service.stop());

    /** Keys of all objects of the jobs or uploads. */
    const leftOf = async (ids: readonly string[]): Promise<string[]> => {
      const { awsEndpoint: endpoint, operator: credentials, outputs } = service.stack;
      const s3 = new S3Client({ endpoint, region: 'us-east-1', credentials });
      const { AudioBucketName, ResultsBucketName } = outputs['EarshotData'] ?? {};
      const pages = await Promise.all(
        [AudioBucketName, ResultsBucketName].map((Bucket) => s3.send(new ListObjectsV2Command({ Bucket }))),
      );
      const keys = pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key));
      return keys.filter((key) => ids.some((id) => key.includes(id)));
    };

    test('a deleted job leaves no text and no audio, and a charge only if it was completed', async () => {
      const random = seeded(seed);
      const file = tenSeconds('-f', 'ogg');
      const [key = '', ...keys] = await newKeys(service.stack, jobs + 1, service.projectId);
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
        const line = await chargeOf(table, { tenant: `${service.projectId}.live`, id });
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
  },
);
