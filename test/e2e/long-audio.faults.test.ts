import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import type { OnCall } from '#local/aws-endpoint/on-call.ts';
import { startStack, type RunningStack } from '#local/stack.ts';
import { auditOf } from '../support/books.ts';
import { chunkKiller, type ChunkKiller } from '../support/chunk-killer.ts';
import { client, noSpeech, sample, speechDir } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { persistentCustomer } from '../support/persistent.ts';
import { sparseSpeech } from '../support/sparse-speech.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { testFolder } from '../support/test-folder.ts';

/**
 * EARSHOT_LONG_MINUTES=240 tests the longest WAV file that may be uploaded, of 460 MB. Audio is cut in parts from 8.1 minutes
 * on.
 */
const minutes = Number(process.env['EARSHOT_LONG_MINUTES'] ?? 9);
const minute = 60_000;
const waitOptions = { timeout: minute, interval: 500 };
const maxMs = (5 + minutes) * minute;

describe.skipIf(noSpeech)(`${minutes} minutes of speech (${noSpeech ?? 'on the local stack'})`, () => {
  const folder = testFolder();
  const killers: ChunkKiller[] = [];
  const onCall: OnCall = (call) => killers.map((killer) => killer.onCall(call)).find(Boolean);
  let stack: RunningStack;
  let operator: Operator;
  beforeAll(async () => {
    stack = await startStack({ port: 0, dataDir: undefined, log: () => {}, speechDir, onCall });
    operator = operatorOf(stack);
  });
  afterAll(async () => {
    await stack.stop();
  });

  const submit = async (file: Blob, shouldDie: (chunk: number, run: number) => boolean) => {
    const projectId = randomId('prj');
    const killer = chunkKiller(projectId, shouldDie);
    killers.push(killer);
    const key = await operator.newKey(projectId);
    const customer = persistentCustomer(stack.baseUrl, key, `key-of-${projectId}`);
    const id = await customer.queue({ upload_id: await customer.upload(file) });
    const { call } = client(stack.baseUrl, key);
    const view = async () => (await call('GET', `/v1/transcriptions/${id}?include=words`)).body;
    return { projectId, id, killer, view };
  };
  type Job = Awaited<ReturnType<typeof submit>>;

  /** Waits for the end of the job. Chunks of dead workers are swept as soon as all other chunks are done. */
  const settle = async ({ projectId, id, killer }: Job): Promise<void> => {
    const until = Date.now() + maxMs;
    let handledDeaths = 0;
    while ((await operator.untilSettled(new Set([id]), 1)).length === 0 && Date.now() < until) {
      const job = { tenant: tenantOf(projectId, 'live'), id };
      const { chunkCount } = await operator.job(job);
      const doneChunks = await operator.doneChunks(job);
      const dead = new Set(killer.deaths.slice(handledDeaths).filter((chunk) => !doneChunks.has(chunk)));
      if (chunkCount === undefined || doneChunks.size + dead.size < chunkCount) continue;
      handledDeaths = killer.deaths.length;
      await operator.sweepNow(new Set([id]));
    }
  };

  test(
    'audio that is cut in parts has the words and times of audio that is cut as one, and is charged once, also if a tenth of the chunk workers die',
    { timeout: 3 * maxMs },
    async () => {
      const { mp3, wav, aiff } = await sparseSpeech(folder, 60 * minutes);
      const asOne = await submit(aiff, () => false);
      await settle(asOne);
      const model = await asOne.view();
      expect(model.status).toBe('completed');

      const inParts = [await submit(mp3, (_, run) => run % 10 === 0), await submit(wav, () => false)];
      for (const job of inParts) await settle(job);
      const audit = await auditOf(operator);
      const { transcript, audio_ms: audioMs, segments, words } = model;
      for (const { projectId, view } of [asOne, ...inParts])
        expect(await audit([{ projectId, view, transcript, audioMs, ends: ['completed'] }])).toEqual([]);
      for (const { view, killer } of inParts) {
        expect(await view()).toMatchObject({ segments, words });
        // The chunks of the second part are numbered from 100.
        expect(Math.max(...killer.runs.keys())).toBeGreaterThanOrEqual(100);
      }

      const [{ runs, deaths } = asOne.killer] = inParts.map(({ killer }) => killer);
      const again = [...runs].flatMap(([chunk, times]) => (times > 1 ? chunk : []));
      expect(deaths.length).toBeGreaterThan(0);
      expect(again).toEqual(expect.arrayContaining([...deaths]));
      // On a busy machine, no chunk may be done for two minutes. The sweeper then also resends other chunks.
      console.log(
        `${runs.size} chunks, ${deaths.length} workers died, ${again.length} chunks were done again`,
      );
    },
  );

  test('a chunk that kills every worker fails the job without charge and text, and leaves no objects', async () => {
    const { projectId, id, killer, view } = await submit(await openAsBlob(sample), (chunk) => chunk === 1);
    await vi.waitUntil(
      async () => (await operator.doneChunks({ tenant: tenantOf(projectId, 'live'), id })).has(0),
      waitOptions,
    );
    await vi.waitUntil(() => killer.deaths.length > 0, waitOptions);
    // SQS does this after the fifth receive, 45 minutes later.
    await operator.send(
      { tenant: tenantOf(projectId, 'live'), id, attempt: 1, index: 1 },
      'chunk',
      'deadletters',
    );
    await operator.untilSettled(new Set([id]), minute);
    const audit = await auditOf(operator);
    expect(await audit([{ projectId, view, transcript: '', audioMs: 0, ends: ['internal_error'] }])).toEqual(
      [],
    );
    expect(await view()).toMatchObject({ transcript: null, segments: null, words: null });
  });
});
