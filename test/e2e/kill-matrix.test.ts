import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/ids.ts';
import { startStack, type RunningStack } from '#local/stack.ts';
import { auditOf } from '../support/books.ts';
import { type DoomedJob, newKiller } from '../support/killer.ts';
import { noSpeech, sample, speechDir, tenSeconds } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { type PersistentCustomer, persistentCustomer } from '../support/persistent.ts';
import { type KillPoint, killPoints } from './kill-points.ts';

const minute = 60_000;
const mostMinutes = 10;

type Job = DoomedJob & {
  readonly customer: PersistentCustomer;
  readonly uploadId: string;
  readonly id: string;
};

describe.skipIf(noSpeech)('every worker is killed at every step', () => {
  const killer = newKiller();
  let stack: RunningStack;
  let operator: Operator;
  let files: Record<'one chunk' | 'two chunks', Blob>;
  beforeAll(async () => {
    stack = await startStack({
      port: 0,
      dataDir: undefined,
      log: () => {},
      speechDir,
      onCall: killer.onCall,
    });
    operator = operatorOf(stack);
    files = { 'one chunk': tenSeconds('-f', 'ogg'), 'two chunks': await openAsBlob(sample) };
  });
  afterAll(() => stack.stop());

  const submit = async (point: KillPoint): Promise<Job> => {
    const projectId = randomId('prj');
    const key = await operator.newKey(projectId);
    const job: DoomedJob = { point, projectId, keyId: key.split('_')[2] ?? '', moments: [...point.moments] };
    killer.doom(job);
    const customer = persistentCustomer(stack.baseUrl, key, `key-of-${projectId}`);
    const uploadId = await customer.upload(files[point.audio]);
    const id = await customer.queue(uploadId);
    if (point.deadMessage) await operator.send({ projectId, id }, 'split', 'deadletters');
    return { ...job, customer, uploadId, id };
  };

  const undisturbed = async (audio: KillPoint['audio']) => {
    const job = await submit({ name: 'undisturbed', audio, moments: [] });
    await operator.untilSettled(new Set([job.id]), minute);
    const { transcript, audio_ms: audioMs } = await job.customer.view(job.id);
    return { transcript, audioMs };
  };

  test(
    'and each job ends as if nothing had happened, charged once',
    { timeout: (mostMinutes + 3) * minute },
    async () => {
      const models = {
        'one chunk': await undisturbed('one chunk'),
        'two chunks': await undisturbed('two chunks'),
      };
      const jobs = await Promise.all(killPoints.map(submit));
      const settled = await operator.untilSettled(new Set(jobs.map(({ id }) => id)), mostMinutes * minute);

      const breaches: string[] = [];
      const audit = await auditOf(operator);
      for (const { point, customer, uploadId, id, projectId, moments } of jobs) {
        const view = () => customer.view(id);
        const mayFail = point.deadMessage ?? false;
        const found = await audit({ projectId, view, ...models[point.audio], mayFail });
        if ((await customer.queue(uploadId)) !== id) found.push('is another one when its create is repeated');
        if (moments.length > 0) found.push('was not killed');
        breaches.push(...found.map((breach) => `${point.name}: ${breach}`));
      }
      expect(breaches).toEqual([]);

      const tookMs = settled
        .map(({ createdAt, completedAt }) => Date.parse(completedAt) - Date.parse(createdAt))
        .toSorted((a, b) => a - b);
      const percentile = (share: number) =>
        Math.round((tookMs[Math.floor(share * tookMs.length)] ?? 0) / 1000);
      console.log(`${jobs.length} jobs end within ${percentile(0.5)} s (half), ${percentile(0.95)} s (95 %)`);
    },
  );
});
