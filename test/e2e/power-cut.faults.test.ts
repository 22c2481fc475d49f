import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { seeded } from '../support/random.ts';
import { auditOf } from '../support/books.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { noSpeech, sample, type Service, spoken, startService } from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { persistentCustomer } from '../support/persistent.ts';
import { sparseSpeech } from '../support/sparse-speech.ts';
import { serviceProcess } from '../support/service-process.ts';
import { seedOf } from '../support/seed.ts';
import { testFolder } from '../support/test-folder.ts';

/** POWER_CUT_SEED=n replays the times of the cuts. POWER_CUTS=n sets their number. */
const seed = seedOf('POWER_CUT_SEED');
const { POWER_CUTS: cuts = '3' } = process.env;
const jobsPerCut = 3;
const maxRunMs = 10_000;
const minute = 60_000;

const folder = testFolder();
const dataDir = join(folder, 'data');
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

test.skipIf(noSpeech)(
  `after power cuts, keys and finished jobs still exist, and every accepted job completes and is charged once (POWER_CUT_SEED=${seed})`,
  { timeout: 15 * minute },
  async () => {
    const random = seeded(seed);
    const port = await lastingPort();
    const boot = async (): Promise<Service> => {
      const service = await startService({ dataDir, port });
      stops.push(service.stop);
      return service;
    };
    const before = await boot();
    const modelOf = async (file: Blob) => {
      const { id, transcript, audio_ms: audioMs } = await before.transcribe(file, 'audio/ogg');
      return { id, file, transcript, audioMs };
    };
    const short = await modelOf(spoken(3, '-f', 'ogg'));
    const long = await modelOf(await openAsBlob(sample));
    const inParts = await modelOf((await sparseSpeech(folder, 490, 3)).mp4);
    const customers = [];
    for (let n = 0; n < Number(cuts) * jobsPerCut; n += 1) {
      const projectId = randomId('prj');
      const key = await operatorOf(before.stack).newKey(projectId);
      const customer = persistentCustomer(before.stack.baseUrl, key, `key-of-${projectId}`);
      customers.push({ projectId, customer, ...random.pick(short, long, inParts) });
    }
    await before.stop();

    const process = serviceProcess(dataDir, port);
    stops.push(process.killHard);
    const accepted: Promise<string>[] = [];
    for (let cut = 0; cut < Number(cuts); cut += 1) {
      await process.start();
      for (const { customer, file } of customers.slice(cut * jobsPerCut, (cut + 1) * jobsPerCut)) {
        accepted.push(customer.upload(file).then((upload_id) => customer.queue({ upload_id })));
      }
      await delay(random.below(maxRunMs));
      await process.killHard();
    }

    const after = await boot();
    expect(after.key).toBe(before.key);
    const { body: done } = await after.call('GET', `/v1/transcriptions/${short.id}`);
    expect(done.transcript).toBe(short.transcript);
    const operator = operatorOf(after.stack);
    const ids = await Promise.all(accepted);
    await operator.untilSettled(new Set(ids), 8 * minute);
    const audit = await auditOf(operator);
    const violations: string[] = [];
    for (const [n, { customer, ...job }] of customers.entries()) {
      const found = await audit([{ ...job, view: () => customer.view(ids[n] ?? ''), ends: ['completed'] }]);
      violations.push(...found.map((violation) => `job ${n} ${violation}`));
    }
    expect(violations).toEqual([]);
  },
);
