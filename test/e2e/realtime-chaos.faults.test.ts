import { afterAll, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import type { OnMessage } from '#local/websocket/fates.ts';
import { seeded } from '../support/random.ts';
import { auditOf } from '../support/books.ts';
import { client, noSpeech, type Service, startService } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { speak, speech, spokenSample, textOf } from '../support/speaker.ts';
import { seedOf } from '../support/seed.ts';

/** REALTIME_CHAOS_SEED=n replays the fates of messages, except for effects of timing. */
const seed = seedOf('REALTIME_CHAOS_SEED');
const minute = 60_000;
const seconds = 14;
const connectionMs = 2_000;
const maxDelayMs = 300;

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

/**
 * Reorders and duplicates messages in both directions, and loses some of the client's. Breaks a connection two seconds after
 * its greeting, even if a busy machine takes long to send the greeting.
 */
const chaos = (state: { isOn: boolean; cuts: number }): OnMessage => {
  const random = seeded(seed);
  const cutAtMs = new Map<string, number>();
  return ({ connectionId, isOfClient }) => {
    if (!state.isOn) return { delaysMs: [0], breaks: false };
    const endMs = cutAtMs.get(connectionId);
    if (endMs === undefined && !isOfClient) cutAtMs.set(connectionId, Date.now() + connectionMs);
    const breaks = endMs !== undefined && Date.now() > endMs;
    if (breaks) state.cuts += 1;
    const times = isOfClient ? random.pick(1, 1, 1, 1, 1, 1, 2, 2, 3, 0) : random.pick(1, 1, 1, 2);
    return { delaysMs: Array.from({ length: times }, () => random.below(maxDelayMs)), breaks };
  };
};

/** A session in a separate project. */
const open = async ({ stack: { baseUrl } }: Pick<Service, 'stack'>, operator: Operator) => {
  const projectId = randomId('prj');
  const { call, ended } = client(baseUrl, await operator.newKey(projectId));
  const body = { audio: speech, client_secret_ttl_seconds: 600 };
  const created = (await call('POST', '/v1/realtime/sessions', { body })).body;
  const job = () => ended(created.transcription_id);
  const read = async () => (await call('GET', `/v1/realtime/sessions/${created.id}`)).body;
  const jobIds = async (): Promise<string[]> =>
    (await call('GET', '/v1/transcriptions')).body.data.map(({ id }: { id: string }) => id);
  return { projectId, created, job, read, jobIds };
};

test.skipIf(noSpeech)(
  `the text is the same when connections break two seconds after their greeting, and messages come late, twice, out of order or never (REALTIME_CHAOS_SEED=${seed})`,
  { timeout: 6 * minute },
  async () => {
    const state = { isOn: false, cuts: 0 };
    const service = await startService({ onMessage: chaos(state) });
    stops.push(service.stop);
    const operator = operatorOf(service.stack);
    const pcm = spokenSample(seconds);
    const transcript = textOf(await speak((await open(service, operator)).created, pcm));
    state.isOn = true;
    const sessions = await Promise.all([open(service, operator), open(service, operator)]);
    const heard = await Promise.all(sessions.map(({ created }) => speak(created, pcm, { pace: 1 })));
    expect(state.cuts).toBeGreaterThan(3);
    for (const events of heard) {
      expect(textOf(events)).toBe(transcript);
      const ids = events.flatMap((event) => ('id' in event ? [event.id] : []));
      expect(ids).toEqual(ids.map((_, before) => before + 1));
    }
    for (const { created, read, job, jobIds } of sessions) {
      await job();
      expect(await read()).toMatchObject({ status: 'completed', end_reason: 'finish' });
      expect(await jobIds()).toEqual([created.transcription_id]);
    }
    const audit = await auditOf(operator);
    const outcome = { transcript, audioMs: 1_000 * seconds, ends: ['completed'] };
    for (const { projectId, job } of sessions)
      expect(await audit([{ ...outcome, projectId, view: job }])).toEqual([]);
  },
);
