import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { startStack, type RunningStack } from '#local/stack.ts';
import { abortingRuntime } from '../support/aborting-runtime.ts';
import { auditOf } from '../support/books.ts';
import { noSpeech, speechDir, tenSeconds } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { persistentCustomer } from '../support/persistent.ts';
import { tenantOf } from '#lib/platform/tenant.ts';

const minute = 60_000;

describe.skipIf(noSpeech)('crashes of native code', () => {
  // The recording's loudest sample is 0.13.
  const runtime = abortingRuntime(speechDir, [
    { below: 0.03, signal: 'SIGSEGV', once: true },
    { below: 0.003, signal: 'SIGABRT', once: false },
  ]);
  let stack: RunningStack;
  let operator: Operator;
  beforeAll(async () => {
    stack = await startStack({ port: 0, dataDir: undefined, log: () => {}, speechDir: runtime.folder });
    operator = operatorOf(stack);
  });
  afterAll(async () => {
    await stack.stop();
    runtime.remove();
  });

  const queue = async (volume: string) => {
    const projectId = randomId('prj');
    const customer = persistentCustomer(
      stack.baseUrl,
      await operator.newKey(projectId),
      `key-of-${projectId}`,
    );
    const file = tenSeconds('-af', `volume=${volume}`, '-f', 'ogg');
    const id = await customer.queue({ upload_id: await customer.upload(file) });
    return { projectId, id, view: () => customer.view(id) };
  };

  test(
    'a chunk whose worker crashes is retried, other jobs continue, and a chunk that always crashes fails its job uncharged',
    { timeout: 8 * minute },
    async () => {
      const once = await queue('-20dB');
      const always = await queue('-40dB');
      const healthy = await queue('0dB');
      await operator.untilSettled(new Set([healthy.id]), 2 * minute);
      const { status, transcript, audio_ms: audioMs } = await healthy.view();
      expect(status).toBe('completed');

      await expect.poll(() => runtime.deaths('SIGSEGV'), { timeout: minute }).toBe(true);
      await expect.poll(() => runtime.deaths('SIGABRT'), { timeout: minute }).toBe(true);
      // The next sweep would be in two minutes.
      await operator.sweepNow(new Set([once.id]));
      await operator.untilSettled(new Set([once.id]), 5 * minute);
      expect((await always.view()).status).toBe('processing');

      // SQS moves the message there after its fifth receive, some hours later.
      const { projectId, id } = always;
      await operator.send(
        { tenant: tenantOf(projectId, 'live'), id, attempt: 1, index: 0 },
        'chunk',
        'deadletters',
      );
      await operator.untilSettled(new Set([id]), minute);

      const audit = await auditOf(operator);
      const model = { transcript, audioMs };
      for (const job of [healthy, once])
        expect(
          await audit([{ ...job, ...model, transcript: (await job.view()).transcript, ends: ['completed'] }]),
        ).toEqual([]);
      expect(await audit([{ ...always, ...model, ends: ['internal_error'] }])).toEqual([]);
      expect((await once.view()).transcript).toContain('best of times');
    },
  );
});
