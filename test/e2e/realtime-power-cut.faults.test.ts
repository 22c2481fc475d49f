import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { seeded } from '../support/random.ts';
import { auditOf } from '../support/books.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { client, noSpeech, type Service, startService } from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { serviceProcess } from '../support/service-process.ts';
import { speak, speech, spokenSample, textOf } from '../support/speaker.ts';
import { until } from '../support/until.ts';
import { seedOf } from '../support/seed.ts';
import { testFolder } from '../support/test-folder.ts';

/** POWER_CUT_SEED=n replays the times of the cuts. */
const seed = seedOf('POWER_CUT_SEED');
const minute = 60_000;
const seconds = 14;

const stops: (() => Promise<void>)[] = [];
const dataDir = testFolder();
afterAll(async () => {
  for (const stop of stops) await stop();
});

test.skipIf(noSpeech)(
  `after power cuts in mid-speech the client resumes, and the text is the same (POWER_CUT_SEED=${seed})`,
  { timeout: 6 * minute },
  async () => {
    const random = seeded(seed);
    /** The indexes of the parts (100 ms each) at which the power is cut. */
    const cuts = [random.between(5, 60), random.between(70, 130)];
    const port = await lastingPort();
    const boot = async (): Promise<Service> => {
      const service = await startService({ dataDir, port });
      stops.push(service.stop);
      return service;
    };
    const pcm = spokenSample(seconds);
    const before = await boot();
    const body = { audio: speech, client_secret_ttl_seconds: 600 };
    const undisturbed = (await before.call('POST', '/v1/realtime/sessions', { body })).body;
    const transcript = textOf(await speak(undisturbed, pcm));
    const projectId = randomId('prj');
    const { baseUrl } = before.stack;
    const { call, ended } = client(baseUrl, await operatorOf(before.stack).newKey(projectId));
    const session = (await call('POST', '/v1/realtime/sessions', { body })).body;
    await before.stop();

    const process = serviceProcess(dataDir, port);
    stops.push(process.killHard);
    let started: Promise<unknown> = process.start();
    await started;
    const last = Promise.withResolvers<Service>();
    let greetings = 0;
    /** The client continues to speak while the service starts again, the last time in this process. */
    const cutPower = async (nth: number): Promise<void> => {
      await started;
      await until('the client has resumed', async () => greetings > nth || undefined);
      await delay(random.below(3_000));
      await process.killHard();
      started = nth + 1 < cuts.length ? process.start() : boot().then(last.resolve);
    };
    const events = await speak(session, pcm, {
      pace: 1,
      onEvent: ({ type }) => {
        if (type === 'session.started') greetings += 1;
      },
      onPart: async (_, part) => {
        if (cuts.includes(part)) await cutPower(cuts.indexOf(part));
      },
    });
    expect(textOf(events)).toBe(transcript);
    expect(greetings).toBeGreaterThan(cuts.length);

    const after = await last.promise;
    const view = () => ended(session.transcription_id);
    await view();
    const { body: found } = await call('GET', `/v1/realtime/sessions/${session.id}`);
    expect(found).toMatchObject({ status: 'completed', end_reason: 'finish' });
    const { body: jobs } = await call('GET', '/v1/transcriptions');
    expect(jobs.data.map(({ id }: { id: string }) => id)).toEqual([session.transcription_id]);
    const audit = await auditOf(operatorOf(after.stack));
    const outcome = { projectId, view, transcript, audioMs: 1_000 * seconds, ends: ['completed'] };
    expect(await audit([outcome])).toEqual([]);
  },
);
