import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { startStack, type RunningStack } from '#local/stack.ts';
import { auditOf } from '../support/books.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { newKiller, outstanding, type Target } from '../support/killer.ts';
import { noSpeech, speechDir, spoken } from '../support/local-service.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { type PersistentCustomer, persistentCustomer } from '../support/persistent.ts';
import { shareOf } from '../support/share.ts';
import { sparseSpeech } from '../support/sparse-speech.ts';
import { fetchPoints } from './fetch-points.ts';
import type { KillPoint } from './kill-points.ts';
import { partPoints } from './part-points.ts';
import { sourcesOn, urlSecret } from './kill-sources.ts';
import { uploadPoints } from './upload-points.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { testFolder } from '../support/test-folder.ts';

const minute = 60_000;
const maxMinutes = 10;
/** Under load, another worker may take the work of the worker to be killed. Such a point is repeated with another job. */
const maxRounds = 3;
/** Enough for a word. Recognition takes most of the time of a job. */
const speechSeconds = 3;
/** More than one chunk can contain, and not enough for three chunks. */
const twoChunksSeconds = 22;
/** Audio is cut in three parts from 485 s on. */
const partsSeconds = 490;

type Undisturbed = { readonly transcript: string; readonly audioMs: number };
type Models = Readonly<Record<KillPoint['audio'], Undisturbed>>;
type Job = Target & {
  readonly point: KillPoint;
  readonly customer: PersistentCustomer;
  readonly source: object;
  readonly id: string;
};

describe.skipIf(noSpeech)('killing workers', () => {
  const folder = testFolder();
  const killer = newKiller();
  let stack: RunningStack;
  let operator: Operator;
  let origin: Origin;
  let sourceFor: ReturnType<typeof sourcesOn>;
  beforeAll(async () => {
    origin = await startOrigin();
    stack = await startStack({
      port: 0,
      dataDir: undefined,
      log: () => {},
      speechDir,
      // One helper is killed too. This account has only one, because more would load the machine with models.
      context: { helpers: 'on', accountConcurrency: '146' },
      environment: { SAFE_FETCH_ALLOW: JSON.stringify([origin.allowed]) },
      onCall: killer.onCall,
    });
    operator = operatorOf(stack);
    const files = {
      'one chunk': spoken(speechSeconds, '-f', 'ogg'),
      'two chunks': spoken(twoChunksSeconds, '-f', 'ogg'),
      'three parts': (await sparseSpeech(folder, partsSeconds, speechSeconds)).mp4,
    };
    sourceFor = sourcesOn(origin, files);
  });
  afterAll(async () => {
    await stack.stop();
    origin.stop();
  });

  const submit = async (point: KillPoint): Promise<Job> => {
    const projectId = randomId('prj');
    const key = await operator.newKey(projectId);
    const target: Target = { projectId, keyId: key.split('_')[2] ?? '', moments: [...point.moments] };
    killer.add(target);
    const customer = persistentCustomer(stack.baseUrl, key, `key-of-${projectId}`);
    const { requestField: source, requested, answer } = await sourceFor(point, customer);
    const id = await customer.queue(source);
    const stage = point.source === undefined ? {} : { stage: 'fetch' };
    const queue = point.source === undefined ? 'split' : 'fetch';
    if (point.deadMessage)
      await operator.send({ tenant: tenantOf(projectId, 'live'), id, ...stage }, queue, 'deadletters');
    await requested;
    if (point.deleted) await customer.erase(id);
    answer();
    return { ...target, point, customer, source, id };
  };

  /** Objects that killed workers leave of a deleted job are removed 16 minutes later. This brings the cleanup forward. */
  const secondCleanup = async (jobs: readonly Job[]): Promise<void> => {
    const ids = new Set(jobs.map(({ id }) => id));
    const left = async () => {
      await operator.sweepNow(ids);
      return (await operator.audioKeys()).filter((key) => [...ids].some((id) => key.includes(id)));
    };
    // A point that was not reached in time gets another job.
    await expect
      .poll(() => jobs.flatMap(outstanding), { timeout: minute })
      .toEqual([])
      .catch(() => {});
    await expect.poll(left, { timeout: minute }).toEqual([]);
  };

  const undisturbed = async (audio: KillPoint['audio']) => {
    const job = await submit({ name: 'undisturbed', audio, moments: [] });
    await operator.untilSettled(new Set([job.id]), minute);
    const { transcript, audio_ms: audioMs } = await job.customer.view(job.id);
    return { transcript, audioMs };
  };

  /** Runs one job for each point, from its creation to its end. */
  const round = async (points: readonly KillPoint[]) => {
    // These come first and separately. A fetcher that waits for half a minute would notice the deletion before the download
    // ends.
    const raced = points.filter(({ source }) => source === 'slow url');
    const jobs = await Promise.all(raced.map(submit));
    const others = points.filter((point) => !raced.includes(point));
    jobs.push(...(await Promise.all(others.map(submit))));
    const settled = await operator.untilSettled(new Set(jobs.map(({ id }) => id)), maxMinutes * minute);
    await secondCleanup(jobs.filter(({ point }) => point.needsSecondCleanup));
    return { jobs, settled };
  };

  /** The differences between ended jobs and undisturbed ones. */
  const violationsOf = async (jobs: readonly Job[], models: Models): Promise<string[]> => {
    const violations: string[] = [];
    const audit = await auditOf(operator);
    const events = (await operator.items()).filter(({ sk }) => sk === 'event');
    for (const { point, customer, source, id, projectId } of jobs) {
      const view = () => customer.view(id);
      const { ends = ['completed'] } = point;
      const found = await audit([{ projectId, view, ...models[point.audio], ends }]);
      if ((await customer.queue(source)) !== id) found.push('is another job when its create is replayed');
      const reported = events.filter((event) => event['tenant'] === tenantOf(projectId, 'live'));
      const { status } = await view();
      if (reported.map(({ type }) => type).join() !== `transcription.${status}`)
        found.push(`is ${status} and has the events ${JSON.stringify(reported)}`);
      violations.push(...found.map((violation) => `${point.name}: ${violation}`));
    }
    return violations;
  };

  test(
    'a job whose worker is killed at any step has the same result as without the kill, and is charged once',
    { timeout: (maxMinutes + 3) * minute * maxRounds },
    async () => {
      const models = {
        'one chunk': await undisturbed('one chunk'),
        'two chunks': await undisturbed('two chunks'),
        'three parts': await undisturbed('three parts'),
      };
      let points: readonly KillPoint[] = shareOf([...uploadPoints, ...fetchPoints, ...partPoints]);
      const violations: string[] = [];
      const [jobs, settled]: [Job[], Awaited<ReturnType<typeof round>>['settled']] = [[], []];
      for (let count = 0; count < maxRounds && points.length > 0; count += 1) {
        const ended = await round(points);
        jobs.push(...ended.jobs);
        settled.push(...ended.settled);
        // The audit reads each job and repeats its create. Some points wait for these calls.
        violations.push(...(await violationsOf(ended.jobs, models)));
        points = ended.jobs.filter((job) => outstanding(job).length > 0).map(({ point }) => point);
      }
      expect(points.map(({ name }) => name)).toEqual([]);
      expect(violations).toEqual([]);
      expect(settled).toHaveLength(jobs.length);
      // A failed job keeps its audio for a retry.
      const kept = settled
        .filter(({ status }) => status === 'failed')
        .map(({ id, uploadId }) => uploadId ?? id);
      expect((await operator.audioKeys()).filter((key) => !kept.some((id) => key.includes(id)))).toEqual([]);
      expect(JSON.stringify(await operator.items())).not.toContain(urlSecret);

      const tookMs = settled
        .map(({ createdAt, completedAt }) => Date.parse(completedAt) - Date.parse(createdAt))
        .toSorted((a, b) => a - b);
      const percentile = (share: number) =>
        Math.round((tookMs[Math.floor(share * tookMs.length)] ?? 0) / 1000);
      console.log(`${jobs.length} jobs end within ${percentile(0.5)} s (half), ${percentile(0.95)} s (95 %)`);
    },
  );
});
