import { speechModels } from '#lib/speech/engines/models.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import type { CreateDeps } from '#lib/domain/transcriptions/create-transcription.ts';
import type { FinishDeps } from '#lib/domain/transcriptions/finish-transcription.ts';
import type { ChunkMessage, FetchMessage, SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import type { RecognizeDeps } from '#lib/domain/transcriptions/recognize-chunk.ts';
import type { FetchDeps } from '#lib/domain/transcriptions/fetch-audio.ts';
import { type CopySource, locateSource } from '#lib/domain/transcriptions/fetch-source.ts';
import type { FetchSlice } from '#lib/domain/transcriptions/fetch-slice.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { DeleteDeps } from '#lib/domain/transcriptions/delete-transcription.ts';
import type { SweepDeps } from '#lib/domain/transcriptions/sweep.ts';
import type { AudioDeps } from '#lib/domain/transcriptions/work-on-audio.ts';
import type { Claim } from '#lib/domain/transcriptions/transcription.ts';
import { type TextTranslator, TranslatorFault } from '#lib/speech/translation/translator.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { bytesReader } from '../support/bytes-reader.ts';
import type { MemoryBucket } from '../support/memory-bucket.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { inLanguage, scriptedTranslator } from '../support/scripted-translator.ts';
import { second, type Service } from './chaos.ts';
import type { Speech } from './audio.ts';
import type { Budget } from './budget.ts';
import { uploadTable } from './upload-table.ts';
import type { Web } from './web.ts';
import type { Worker } from './worker.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type Deps = Omit<CreateDeps, 'newId'> &
  FetchDeps &
  AudioDeps &
  RecognizeDeps &
  FinishDeps &
  SweepDeps &
  DeleteDeps;

export type Backends = {
  readonly database: MemoryDatabase;
  readonly store: TranscriptionRepository;
  readonly audio: MemoryBucket;
  readonly results: Bucket;
  readonly speech: Speech;
  readonly web: Web;
  readonly budget: Budget;
  readonly now: () => Date;
  readonly sendFetch: (message: FetchMessage) => void;
  readonly sendSplit: (message: SplitMessage) => void;
  readonly sendChunk: (message: ChunkMessage) => void;
  readonly sendFinish: (message: Claim) => void;
};

/** The same port with calls made by `worker`, so that they can fail. */
export const callsBy = <P extends object>(worker: Worker, service: Service, port: P): P =>
  new Proxy(port, {
    get: (target, name) => {
      const run: unknown = Reflect.get(target, name);
      if (typeof run !== 'function') return run;
      return (...args: unknown[]) =>
        worker.call(service, String(name), async (): Promise<unknown> => Reflect.apply(run, target, args));
    },
  });

/** The dependencies of the deletion of a file. */
export const fileDepsOf = (
  { database: { files }, audio, now }: Backends,
  worker: Worker,
): DeleteFileDeps => ({
  findFile: (tenant, id) => worker.call('dynamodb', 'find file', () => files.find({ tenant, id })),
  expireFile: (tenant, id, at) =>
    worker.call('dynamodb', 'expire file', () => files.expire({ tenant, id }, at)),
  audio: callsBy(worker, 's3', audio),
  now,
});

const finderDeps = ({ database: { uploads, files } }: Backends, worker: Worker) => ({
  findUpload: (tenant: Tenant, id: string) =>
    worker.call('dynamodb', 'find upload', () => uploads.find({ tenant, id })),
  findFile: (tenant: Tenant, id: string) =>
    worker.call('dynamodb', 'find file', () => files.find({ tenant, id })),
});

/** The real copier without the disk: the simulated cutter gets the bytes instead of a file name. */
const copier =
  ({ audio }: Backends, worker: Worker): CopySource =>
  async (source, use) => {
    const body =
      source &&
      (await worker.call('s3', 'stream', async () => {
        const object = await audio.head(source.key);
        return object?.eTag === source.eTag ? audio.get(source.key) : undefined;
      }));
    if (!body) throw new JobFailure('audio_unreadable', 'The file was replaced or removed.');
    return use({ bytes: bytesReader(body), whole: async () => body.toString() });
  };

/** A slice consists of the whole recording and the attempt that planned the parts. */
const sliceFetcher = (backends: Backends, worker: Worker): FetchSlice => {
  const copy = copier(backends, worker);
  const deps = finderDeps(backends, worker);
  return async (job, _part, use) =>
    copy(await locateSource(deps, job), async ({ whole }) =>
      use(JSON.stringify({ ...JSON.parse(await whole()), plan: `${job.id}/${job.attempt}` })),
    );
};

/** A translator whose calls may fail. */
const translateBy =
  (worker: Worker): TextTranslator['translate'] =>
  async (texts, { to }) => {
    try {
      const translated = async () => texts.map((text) => inLanguage(to, text));
      return await worker.call('translator', 'translate', translated, 20 * second);
    } catch (cause) {
      throw new TranslatorFault('The translator did not answer.', { cause });
    }
  };

/** The dependencies of all verbs, for one worker. */
export const portsOf = (backends: Backends, worker: Worker): Deps => {
  const { store, audio, results, speech, web, budget, now } = backends;
  const sender =
    <Message>(name: string, send: (message: Message) => void) =>
    (message: Message) =>
      worker.call('sqs', name, async () => send(message));
  const sendSplit = sender('send split', backends.sendSplit);
  const jobs = callsBy(worker, 'dynamodb', store);
  return {
    store: withWebhookEvents(jobs, () => worker.call('sqs', 'send event', async () => {})),
    audio: callsBy(worker, 's3', audio),
    results: callsBy(worker, 's3', results),
    copyAudio: web.copier(worker, async (key, body) => {
      await audio.put(key, body, 'application/octet-stream');
      return audio.eTagOf(Buffer.from(body));
    }),
    findSource: (job) => locateSource(finderDeps(backends, worker), job),
    copySource: copier(backends, worker),
    // Here the copier does not tell that bytes were replaced.
    recordLateBytes: async () => false,
    notePlan: (...noted) =>
      worker.call('dynamodb', 'note plan', () => backends.database.uploads.notePlan(...noted)),
    fetchSlice: sliceFetcher(backends, worker),
    planParts: speech.planParts,
    cutPart: speech.partCutter(worker),
    recordUpload: uploadRecorder({
      table: uploadTable(backends.database, worker),
      bucket: callsBy(worker, 's3', audio),
      now,
    }),
    cut: speech.cutter(worker),
    recognize: speech.recognizer(worker),
    assertUnderstood: ({ segments }) => {
      if (segments.every(({ language }) => language === 'en')) return;
      throw new JobFailure('language_not_supported', 'This deployment transcribes en only.');
    },
    eraseSession: async () => {},
    allow: [],
    checkWebhookUrl: async () => {},
    models: [speechModels['moonshine-tiny']],
    translation: scriptedTranslator(),
    translator: scriptedTranslator(translateBy(worker)),
    translatesTo: [],
    sendFetch: sender('send fetch', backends.sendFetch),
    sendSplit,
    // This message only starts helpers, which do not change the result of other messages.
    sendPartsWait: async () => {},
    partHelpers: 0,
    sendChunk: sender('send chunk', backends.sendChunk),
    sendFinish: sender('send finish', backends.sendFinish),
    every: worker.every,
    now,
    holdFor: (job) => budget.holdFor(worker, job),
    retentionDays: 30,
  };
};
