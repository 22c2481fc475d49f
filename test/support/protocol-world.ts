import { liveSources } from '#functions/deps/sources.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { randomInt } from 'node:crypto';
import type * as z from 'zod';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import type { HoldFor } from '#lib/domain/billing/hold.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { Planned } from '#lib/speech/audio/parts/plan.ts';
import { every } from '#lib/platform/every.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { AllowedOrigin } from '#lib/platform/net/allow-list.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { type SharedStage, stagePermits, waitingPermit } from '#lib/platform/limits/stage-permits.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import { sessionEraser } from '#lib/domain/realtime/erase-session.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { audioCopier } from '#lib/domain/transcriptions/copy-audio.ts';
import { createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { failDead } from '#lib/domain/transcriptions/fail-dead.ts';
import { fetchAudio } from '#lib/domain/transcriptions/fetch-audio.ts';
import type { CutPart } from '#lib/domain/transcriptions/cut-part.ts';
import { sliceFetcher } from '#lib/domain/transcriptions/fetch-slice.ts';
import { locateSource, sourceCopier } from '#lib/domain/transcriptions/fetch-source.ts';
import { notePlan } from '#lib/domain/uploads/upload-repository.ts';
import { finishTranscription } from '#lib/domain/transcriptions/finish-transcription.ts';
import { getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import type {
  ChunkMessage,
  DeadMessage,
  FetchMessage,
  PartsWaitMessage,
  SplitMessage,
} from '#lib/domain/transcriptions/messages.ts';
import { mayFinishForMinutes, maySplitForMinutes } from '#lib/domain/transcriptions/may-take-minutes.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { recognizeChunk } from '#lib/domain/transcriptions/recognize-chunk.ts';
import type { CutAudio } from '#lib/domain/transcriptions/split-transcription.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import { type AudioDeps, workOnAudio } from '#lib/domain/transcriptions/work-on-audio.ts';
import type { Claim, JobRef, Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { createUpload } from '#lib/domain/uploads/create-upload.ts';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import { count, countBucket, noCalls } from './count-calls.ts';
import { violation } from './api-document.ts';
import { drain } from './drain.ts';
import { whileHoldingPermit } from './hold-permit.ts';
import { memoryBucket } from './memory-bucket.ts';
import { newProtocolScript } from './protocol-script.ts';
import { wordPerChunk } from './scripted-speech.ts';
import { scriptedTranslator } from './scripted-translator.ts';
import { anyTable, type TestTable } from './table.ts';

export const caller: Caller = { tenant: 'prj_a.live', organizationId: 'org_a', keyId: 'k' };

/** The real protocol on this table, with buckets and queues in memory, a manual clock and scripted speech. */
export const aWorld = async (limits: z.input<typeof Limits> = {}, database?: TestTable) => {
  const { table, calls = noCalls() } = database ?? (await anyTable());
  const clock = { now: new Date('2026-11-20T10:00:00.000Z') };
  const now = () => clock.now;
  const audio = countBucket(memoryBucket(now), calls);
  const results = countBucket(memoryBucket(now), calls);
  const queues = {
    fetch: [] as FetchMessage[],
    split: [] as SplitMessage[],
    chunk: [] as ChunkMessage[],
    finish: [] as Claim[],
  };
  /** Messages of the chunk queue that ask for more splitters. */
  const partsWait: PartsWaitMessage[] = [];
  /** Messages for the delivery of webhooks. */
  const webhooks: WebhookMessage[] = [];
  const script = newProtocolScript();
  const send =
    <Message>(queue: Message[]): Send<Message> =>
    async (message) => {
      count(calls, 'sqs.SendMessage');
      queue.push(message);
    };

  const placeDeps = { table, now, random: randomInt, newOwner: () => randomId('prj') };
  const cut: CutAudio = (_, { multichannel }) =>
    wordPerChunk(script.chunks, multichannel ? script.channels : [null]);

  const sources = { bucket: audio, ...liveSources(table) };
  const holdFor: HoldFor = async () => null;
  const jobs = dynamoTranscriptionRepository(table, Limits.parse(limits));
  const deps = {
    store: withWebhookEvents(jobs, send(webhooks)),
    audio,
    results,
    eraseSession: sessionEraser(dynamoSessions(table)),
    findSource: (job: Transcription) => locateSource(sources, job),
    copySource: sourceCopier(sources),
    recordLateBytes: lateBytesRecorder({ table, bucket: audio }),
    notePlan: ((...noted) => notePlan(table, ...noted)) satisfies AudioDeps['notePlan'],
    recordUpload: uploadRecorder({ table, bucket: audio, now }),
    cut,
    fetchSlice: sliceFetcher(sources),
    planParts: async (): Promise<Planned> =>
      script.parts === 0
        ? { serially: 'short' }
        : {
            header: Buffer.from('head of ').toString('base64'),
            slices: Array.from({ length: script.parts }, () => ({ from: 0, to: 5 })),
            ...(script.heads.length > 0 && { heads: script.heads }),
          },
    cutPart: ((...args) => script.cutPart(...args)) satisfies CutPart,
    recognize: (chunk: Chunk) => script.recognize(chunk),
    assertUnderstood: () => {},
    allow: [] as AllowedOrigin[],
    checkWebhookUrl: async () => {},
    models: [{ ...speechModels['moonshine-tiny'], languages: ['en', 'es'] }],
    translation: scriptedTranslator(),
    translator: scriptedTranslator((...asked) => script.translate(...asked)),
    translatesTo: [] as string[],
    sendFetch: send(queues.fetch),
    copyAudio: audioCopier({ bucket: audio, openAudio: (source) => script.openAudio(source) }),
    sendSplit: send(queues.split),
    sendChunk: send(queues.chunk),
    sendPartsWait: send(partsWait),
    partHelpers: 4,
    sendFinish: send(queues.finish),
    newId: () => randomId('ofq'),
    now,
    beginWait: waitLimiter(placeDeps, { waitsPerKey: 2, waitsPerProject: 8, waitsPerOrganization: 8 }),
    /** Time passes at once. `script.asleep` runs during the sleep. */
    sleep: async (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
      await script.asleep();
    },
    every,
    holdFor,
    retentionDays: 30,
  };

  const upload = async (): Promise<string> => {
    const sign = async () => ({ url: '', fields: {} });
    const body = { content_type: 'audio/mpeg' };
    const uploads = { table, sign, now: deps.now, newId: () => randomId('upl') };
    const { value } = await createUpload(uploads, caller, { body, bodyFingerprint: fingerprint(body) });
    return value.id;
  };
  const arrive = (id: string) =>
    audio.put(uploadKey({ tenant: caller.tenant, id }), script.body, 'audio/mpeg');

  const queue = async (
    body: object,
    overrides: Partial<typeof deps> = {},
    who: Caller = caller,
  ): Promise<JobRef> => {
    const input = {
      requestId: 'request-7',
      body: NewTranscription.parse(body),
      bodyFingerprint: fingerprint(body),
    };
    const { value } = await createTranscription({ ...deps, ...overrides }, who, input);
    return { tenant: who.tenant, id: value.id };
  };

  /** The dependencies with which a function runs a message: it takes a permit, or sends the message again. */
  const turns = <Message>(stage: SharedStage, sendAgain: Send<Message>) => ({
    acquirePermit: (tenant: Tenant, ms: number) => stagePermits(placeDeps, stage, script.share)(tenant, ms),
    mayWait: waitingPermit(placeDeps, stage),
    send: sendAgain,
    every,
    random: () => 0.5,
  });
  const fetchTurns = turns<FetchMessage>('fetch', (...sent) => deps.sendFetch(...sent));
  const fetch = (message: FetchMessage) =>
    whileHoldingPermit(fetchTurns, message, () => fetchAudio(deps, message));
  const splitTurns = turns<SplitMessage>('split', (...sent) => deps.sendSplit(...sent));
  const split = (message: SplitMessage, overrides: Partial<typeof deps> = {}) =>
    whileHoldingPermit({ ...splitTurns, needsPermit: maySplitForMinutes(deps) }, message, () =>
      workOnAudio({ ...deps, ...overrides }, message),
    );
  /** Handles the messages of splitters that wait now, and none that these send. */
  const splitWaiting = async (overrides: Parameters<typeof split>[1] = {}): Promise<void> => {
    for (const message of queues.split.splice(0)) await split(message, overrides);
  };
  const finishTurns = turns<Claim>('finish', (...sent) => deps.sendFinish(...sent));
  const finish = (message: Claim, isLastTry: boolean = false) =>
    whileHoldingPermit({ ...finishTurns, needsPermit: mayFinishForMinutes(deps) }, message, () =>
      finishTranscription(deps, message, { signal: new AbortController().signal, isLastTry }),
    );

  return {
    deps,
    clock,
    audio,
    results,
    queues,
    partsWait,
    webhooks,
    script,
    table,
    upload,
    arrive,
    queue,
    sendArrival: send(queues.split),
    /** The dependencies of `holdPermit` at each stage. */
    stages: { fetch: fetchTurns, split: splitTurns, finish: finishTurns },
    queueUploaded: async (fields: object = {}): Promise<JobRef> => {
      const id = await upload();
      await arrive(id);
      return queue({ upload_id: id, ...fields });
    },
    fetch: (message: JobRef) => fetch({ ...message, stage: 'fetch' }),
    split,
    splitWaiting,
    recognize: (message: ChunkMessage) => recognizeChunk(deps, message),
    finish,
    die: (message: DeadMessage) => failDead(deps, message),
    sweepAt: async (at: Date) => {
      clock.now = at;
      await sweep(deps);
    },
    later: (ms: number) => new Date(clock.now.getTime() + ms),
    /** Delivers all messages, including those that are sent during the delivery. */
    run: async () => {
      while (Object.values(queues).some(({ length }) => length > 0)) {
        await drain(queues.fetch, fetch);
        await drain(queues.split, split);
        await drain(queues.chunk, (message) => recognizeChunk(deps, message));
        await drain(queues.finish, (message) => finish(message, false));
      }
    },
    erase: ({ id }: JobRef) => deleteTranscription(deps, caller, id),
    view: async ({ id }: JobRef, query = { wait: 0 }) => {
      const view = await getTranscription(deps, caller, { id, query, remainingMs: () => script.remainingMs });
      const fault = violation(JSON.parse(JSON.stringify(view)), 'components', 'schemas', 'Transcription');
      if (fault !== undefined) throw new Error(`The job is not as documented: ${fault}`);
      return view;
    },
  };
};
