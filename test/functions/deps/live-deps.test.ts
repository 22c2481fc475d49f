import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveAudio, liveAudioTransfers, liveResults } from '#functions/deps/buckets.ts';
import { liveCreateTranscription } from '#functions/deps/create-transcription.ts';
import { liveDeleteTranscription } from '#functions/deps/delete-transcription.ts';
import { liveGetTranscription } from '#functions/deps/get-transcription.ts';
import { liveLimitedJobs } from '#functions/deps/jobs.ts';
import * as queues from '#functions/deps/queues.ts';
import { liveRetryTranscription } from '#functions/deps/retry-transcription.ts';
import { handler as fetchAudio } from '#functions/workers/fetch-audio.ts';
import { handler as finishJob } from '#functions/workers/finish-job.ts';
import { handler as splitAudio } from '#functions/workers/split-audio.ts';
import { handler as sweepJobs } from '#functions/workers/sweep.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { erasedRequest } from '#lib/domain/transcriptions/transcription.ts';
import { putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { dayMs, later, minuteMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type SharedStage, stagePermits } from '#lib/platform/limits/stage-permits.ts';
import { type AwsCall, startAws } from '../../support/aws-server.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { startTable } from '../../support/table.ts';
import { anUpload, aTranscription } from '../../support/transcription.ts';
import { testFolder } from '../../support/test-folder.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

let database: Awaited<ReturnType<typeof startTable>>;
let aws: Awaited<ReturnType<typeof startAws>>;
const scratch = testFolder();
const calls: AwsCall[] = [];
beforeAll(async () => {
  database = await startTable();
  aws = await startAws(database.serve, (call) => void calls.push(call));
  // S3's responses to every list and every deletion.
  aws.objects.set('/audio/', '<ListBucketResult/>');
  aws.objects.set('/results/', '<DeleteResult/>');
  // A job that would need a permit at each stage. It has failed, so workers do nothing with it.
  const now = new Date();
  const store = dynamoTranscriptionRepository(database.table, Limits.parse({}));
  const source = { uploadId: null, fetched: { key: 'sources/a', eTag: '"e"' } };
  const request = { ...erasedRequest, translation: { type: 'one_way', target_language: 'es' } } as const;
  const times = { createdAt: now.toISOString(), expiresAt: later(now, dayMs).toISOString() };
  await store.create(aTranscription({ ...job, ...source, request, ...times }), now);
  const error = { type: 'internal_error', message: '', retryable: true, details: {} } as const;
  await store.fail(job, error, now);
});
afterAll(() => aws.stop());
beforeEach(() => {
  calls.length = 0;
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
  vi.stubEnv('TABLE_NAME', database.tableName);
  // The workers clear their scratch folder when they start.
  vi.stubEnv('TMPDIR', scratch);
  for (const name of ['fetch', 'split', 'chunk', 'finish', 'webhook'])
    vi.stubEnv(`${name.toUpperCase()}_QUEUE_URL`, `${aws.url}/0/${name}`);
});
afterEach(() => void vi.unstubAllEnvs());

const tenant = 'prj_a.live';
const job = { tenant, id: 'ofq_a' } as const;
const claim = { ...job, attempt: 1 };

const of = (service: string) => calls.filter((call) => call.service === service);
/** The queues that were called, by the name in their URL. */
const queuesCalled = () => of('sqs').map(({ text }) => /\/0\/(\w+)"/.exec(text)?.[1]);
/** The buckets that were called. */
const bucketsCalled = () => of('s3').map(({ text }) => text.split(/[/?]/)[1]);

test.each<[string, () => Promise<void>]>([
  ['fetch', () => queues.liveFetchQueue()({ ...job, stage: 'fetch' })],
  ['split', () => queues.liveSplitQueue()(job)],
  ['chunk', () => queues.liveChunkQueue()({ ...claim, index: 0 })],
  ['chunk', () => queues.liveChunkVisibility()('handle', 30)],
  ['finish', () => queues.liveFinishQueue()(claim)],
  ['webhook', () => queues.liveWebhookQueue()({ kind: 'event', tenant, eventId: 'evt_a' })],
])('messages of the %s queue go to its URL', async (name, send) => {
  await send();
  expect(queuesCalled()).toEqual([name]);
});

test('messages about a webhook are in its own group', async () => {
  await queues.liveWebhookQueue()({ kind: 'webhook', tenant, webhookId: 'whk_a' });
  expect(of('sqs').map(({ text }) => /"MessageGroupId":"(\w+)"/.exec(text)?.[1])).toEqual(['whk_a']);
});

test.each([
  ['audio', liveAudio],
  ['audio', liveAudioTransfers],
  ['results', liveResults],
])('objects of the bucket %s are read from it', async (name, open) => {
  await open().head('key');
  expect(bucketsCalled()).toEqual([name]);
});

describe.each<[SharedStage, number, (event: ReturnType<typeof queueEvent>) => Promise<unknown>]>([
  ['fetch', 1, (event) => fetchAudio(event, lambdaContext)],
  ['split', 3, (event) => splitAudio(event, lambdaContext)],
  ['finish', 4, (event) => finishJob(event, lambdaContext)],
])('the worker of the stage %s', (stage, share, work) => {
  const bodies = { fetch: { ...job, stage: 'fetch' }, split: job, finish: claim };
  beforeEach(() => vi.stubEnv(`${stage.toUpperCase()}_SHARE`, String(share)));

  test('a project that has used up its share of the stage waits in the queue of the stage, with one copy of each message', async () => {
    const permits = {
      table: database.table,
      now: () => new Date(),
      // Takes the first free permit, so that a smaller share would be refused.
      random: () => 0,
      newOwner: () => randomId('own'),
    };
    for (let taken = 0; taken < share; taken += 1) {
      expect(await work(queueEvent({ body: bodies[stage] }))).toEqual({ batchItemFailures: [] });
      expect(queuesCalled()).toEqual([]);
      await stagePermits(permits, stage, share)(tenant, minuteMs);
    }
    for (let copy = 0; copy < 2; copy += 1) await work(queueEvent({ body: bodies[stage] }));
    expect(queuesCalled()).toEqual([stage]);
  });
});

const uploaded = async () => {
  const upload = anUpload({ id: randomId('upl'), uploadedAt: new Date().toISOString() });
  await putUpload(database.table, upload);
  return upload;
};

describe.each([
  ['a new job', liveCreateTranscription],
  ['a retry', liveRetryTranscription],
])('%s', (made, open) => {
  test.each([
    ['true', 7_000],
    ['false', null],
  ])(`${made} holds its price if PREPAID is %s`, async (prepaid, held) => {
    vi.stubEnv('PREPAID', prepaid);
    const { id: uploadId } = await uploaded();
    const { holdFor } = open(database.table);
    const price = await holdFor({
      tenant,
      organizationId: 'org_a',
      uploadId,
      fileId: null,
      request: { multichannel: false },
    });
    expect(price === null).toBe(held === null);
  });

  test(`${made} is kept as long, and queued as often, as the settings say`, async () => {
    vi.stubEnv('RESULT_RETENTION_DAYS', '3');
    vi.stubEnv('LIMITS', '{"unfinishedJobsPerProject":1}');
    const { store, retentionDays } = open(database.table);
    expect(retentionDays).toBe(3);
    const project = { tenant: `${randomId('prj')}.live`, uploadId: null } as const;
    const another = () => aTranscription({ ...project, id: randomId('ofq'), audioUrl: 'https://a.example/' });
    expect(await store.create(another(), new Date())).toEqual({ kind: 'created' });
    expect(await store.create(another(), new Date())).toMatchObject({ kind: 'queue_full', max: 1 });
  });

  test(`${made} is sent to be fetched or split, after a look for its upload in the bucket of the audio`, async () => {
    const { sendFetch, sendSplit, recordUpload } = open(database.table);
    await sendFetch({ ...job, stage: 'fetch' });
    await sendSplit(job);
    expect(queuesCalled()).toEqual(['fetch', 'split']);
    expect(await recordUpload({ tenant, id: 'upl_none' })).toBe(false);
    expect(bucketsCalled()).toEqual(['audio']);
  });
});

test('the function that splits jobs takes them off the test quota that the settings name', async () => {
  vi.stubEnv('LIMITS', '{"testMinutesPerDay":1}');
  const store = liveLimitedJobs(database.table);
  const now = new Date();
  const splitOf = async (audioMs: number) => {
    const times = { createdAt: now.toISOString(), expiresAt: later(now, dayMs).toISOString() };
    const source = { uploadId: null, fetched: { key: 'sources/a', eTag: '"e"' } };
    const made = aTranscription({ id: randomId('ofq'), tenant: 'prj_a.test', ...source, ...times });
    await dynamoTranscriptionRepository(database.table, Limits.parse({})).create(made, now);
    const claimed = await store.claim(made, now);
    return claimed && store.markSplit(claimed, { chunkCount: 0, audioMs, channels: 1, now });
  };
  expect(await splitOf(minuteMs)).toMatchObject({ audioMs: minuteMs });
  expect(await splitOf(1_000)).toBe('test_quota_exceeded');
});

/** Ten minutes ago, so that items of that time are due. */
const start = later(new Date(), -10 * minuteMs);

const queued = async (source: object = {}) => {
  const store = dynamoTranscriptionRepository(database.table, Limits.parse({}));
  const { id: uploadId } = await uploaded();
  const times = { createdAt: start.toISOString(), expiresAt: later(start, dayMs).toISOString() };
  const made = aTranscription({ id: randomId('ofq'), uploadId, ...times, ...source });
  expect(await store.create(made, start)).toEqual({ kind: 'created' });
  return made;
};
const split = async (chunkCount: number) => {
  const store = dynamoTranscriptionRepository(database.table, Limits.parse({}));
  const claimed = await store.claim(await queued(), start);
  const made =
    claimed && (await store.markSplit(claimed, { chunkCount, audioMs: 1_200, channels: 1, now: start }));
  if (typeof made !== 'object') throw new Error('A queued job can be split.');
  return made;
};
const completed = async () => {
  const made = await split(0);
  const completion = { now: start, detectedLanguage: null, billedMicroUsd: 1 };
  await dynamoTranscriptionRepository(database.table, Limits.parse({})).complete(made, completion);
  return made;
};

test('the text of a job is read from, and with the job removed from, the bucket of the results', async () => {
  const { id } = await completed();
  await liveGetTranscription(database.table).results.get(id);
  expect(bucketsCalled()).toEqual(['results']);
  calls.length = 0;
  const caller = { tenant, organizationId: null, keyId: 'k' } as const;
  await deleteTranscription(liveDeleteTranscription(database.table), caller, id);
  const removed = of('s3').filter(({ operation }) => operation === 'POST');
  expect(removed.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(`^/results/.*results/${tenant}/${id}.json`),
  );
});

test('the end of a job by its deletion is sent to its webhooks', async () => {
  const { id } = await queued();
  const caller = { tenant, organizationId: null, keyId: 'k' } as const;
  await deleteTranscription(liveDeleteTranscription(database.table), caller, id);
  expect(queuesCalled()).toEqual(['webhook']);
});

test('the sweeper sends each job to the queue of its next stage, and removes the text of a deleted one', async () => {
  await queued({ uploadId: null, audioUrl: 'https://a.example/a.mp3' });
  await queued();
  await split(1);
  await split(0);
  const { id } = await completed();
  await dynamoTranscriptionRepository(database.table, Limits.parse({})).erase({ tenant, id }, start);
  await sweepJobs({}, lambdaContext);
  expect(queuesCalled()).toHaveLength(4);
  expect(new Set(queuesCalled())).toEqual(new Set(['chunk', 'fetch', 'finish', 'split']));
  expect(of('s3').map(({ text }) => text)).toContainEqual(
    expect.stringMatching(`^/results/.*results/${tenant}/${id}.json`),
  );
});
