import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { startStack, type RunningStack } from '#local/stack.ts';
import { auditOf } from '../support/books.ts';
import { newKiller, outstanding, type Target } from '../support/killer.ts';
import { type Answer, client, noSpeech, speechDir } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { persistentCustomer } from '../support/persistent.ts';
import { shareOf } from '../support/share.ts';
import { speak, type Speaking, speech, spokenSample, textOf } from '../support/speaker.ts';
import { until } from '../support/until.ts';
import { realtimePoints, type RealtimePoint } from './realtime-points.ts';

const minute = 60_000;
const seconds = 9;
/** The limit is low, because each session has a runner of about 300 MB. */
const sessionsAtOnce = 6;
/** Under load, a moment may be missed. Its point is repeated with another session. */
const maxRounds = 3;
const sweepEveryMs = 1_000;
/** The limit of all waits of a client. */
const patience = { maxMs: 5 * minute };

type Ended = Target & {
  readonly point: RealtimePoint;
  /** The text that the client received. */
  readonly text: string;
  readonly session: Answer['body'];
  readonly job: () => Promise<Answer['body']>;
};

describe.skipIf(noSpeech)('killing the functions of realtime sessions', () => {
  const killer = newKiller();
  const pcm = spokenSample(seconds);
  let stack: RunningStack;
  let operator: Operator;
  beforeAll(async () => {
    const { onCall } = killer;
    stack = await startStack({ port: 0, dataDir: undefined, log: () => {}, speechDir, onCall });
    operator = operatorOf(stack);
  });
  afterAll(() => stack.stop());

  const clientOf = ({ breaks, pauses, slow, leaves }: RealtimePoint, target: Target): Speaking => ({
    ...(leaves && { leaves }),
    ...(slow && { pace: 1 }),
    ...(breaks && { breaksAfter: [20, 50] }),
    onPart: async (_, part) => {
      // A runner leaves only after it has waited for input for a while.
      if (pauses && part === 40)
        await until(
          'the kills of a pause',
          async () => outstanding(target).length === 0 || undefined,
          patience,
        );
    },
  });

  /** Runs a session from its creation to its end. */
  const live = async (point: RealtimePoint): Promise<Ended> => {
    const projectId = randomId('prj');
    const key = await operator.newKey(projectId);
    const target: Target = { projectId, keyId: key.split('_')[2] ?? '', moments: [...point.moments] };
    killer.add(target);
    const { call } = client(stack.baseUrl, key);
    const customer = persistentCustomer(stack.baseUrl, key, `key-of-${projectId}`);
    const created = await customer.openSession({ audio: speech, client_secret_ttl_seconds: 600 });
    const sweeping = new AbortController();
    const swept = point.swept ? sweep(created.id, sweeping.signal) : undefined;
    const text = textOf(await speak(created, pcm, clientOf(point, target)));
    const session = await until(
      `the end of the session of ${point.name}`,
      async () => {
        const { body: found } = await call('GET', `/v1/realtime/sessions/${created.id}`);
        return found.ended_at === null ? undefined : found;
      },
      { ...patience, everyMs: 1_500 },
    );
    sweeping.abort();
    await swept;
    const job = async () => (await call('GET', `/v1/transcriptions/${session.transcription_id}`)).body;
    return { ...target, point, text, session, job };
  };

  const sweep = async (id: string, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await operator.sweepNow(new Set([id]), 'SessionsDue').catch(() => {});
      await delay(sweepEveryMs);
    }
  };

  /** Runs one session for each point, some of them concurrently. */
  const round = async (points: readonly RealtimePoint[]): Promise<Ended[]> => {
    const waiting = [...points];
    const ended: Ended[] = [];
    const work = async (): Promise<void> => {
      for (let point = waiting.shift(); point; point = waiting.shift()) ended.push(await live(point));
    };
    await Promise.all(Array.from({ length: sessionsAtOnce }, work));
    return ended;
  };

  /** The differences between ended sessions and an undisturbed one. */
  const violationsOf = async (sessions: readonly Ended[], undisturbed: Ended): Promise<string[]> => {
    const audit = await auditOf(operator);
    const items = await operator.items();
    const violations: string[] = [];
    for (const { point, projectId, text, session, job } of sessions) {
      const transcript = undisturbed.text;
      const { audio_ms: audioMs } = undisturbed.session;
      const found = await audit([{ projectId, view: job, transcript, audioMs, ends: ['completed'] }]);
      const tenant = tenantOf(projectId, 'live');
      const stored = (sk: string) => items.filter((item) => item['tenant'] === tenant && item['sk'] === sk);
      const events = stored('event').map(({ type }) => type);
      if (!point.leaves && text !== transcript) found.push(`tells its client ${text}`);
      if (events.join() !== 'realtime.session.finished') found.push(`has the events ${events.join()}`);
      if (stored('job').length !== 1) found.push(`has ${stored('job').length} jobs`);
      if (session.end_reason !== 'finish') found.push(`ends by ${session.end_reason}`);
      if (items.some(({ pk, live: places }) => pk === `${tenant}/realtime` && places?.size > 0))
        found.push('keeps its place');
      violations.push(...found.map((violation) => `${point.name}: ${violation}`));
    }
    return violations;
  };

  test(
    'a session whose function is killed at any step has the same text as without the kill, one job, one charge and one event',
    { timeout: 20 * minute },
    async () => {
      const undisturbed = await live({ name: 'undisturbed', moments: [] });
      const startedAt = Date.now();
      let points: readonly RealtimePoint[] = shareOf(realtimePoints);
      let count = 0;
      const violations: string[] = [];
      for (let left = maxRounds; left > 0 && points.length > 0; left -= 1) {
        const ended = await round(points);
        count += ended.length;
        violations.push(...(await violationsOf(ended, undisturbed)));
        points = ended.filter((target) => outstanding(target).length > 0).map(({ point }) => point);
      }
      expect(violations).toEqual([]);
      expect(points.map(({ name }) => name)).toEqual([]);
      expect(await violationsOf([undisturbed], undisturbed)).toEqual([]);
      console.log(
        `${count} sessions with killed functions took ${Math.round((Date.now() - startedAt) / 1000)} s`,
      );
    },
  );
});
