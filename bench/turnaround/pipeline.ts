import type { Random } from '../../test/support/random.ts';
import { maxBatch } from '#lib/platform/aws/queue.ts';
import { partsForHelpers } from '#lib/domain/transcriptions/split-transcription.ts';
import { newLambda, type Work } from './lambda.ts';
import { type Part, partsOf } from './parts.ts';
import { textReads } from './text-reads.ts';
import { type Deployment, uniform } from './parameters.ts';
import { newSemaphore, type Process } from './simulation.ts';
import type { ChunkTimes, Stages } from './stages.ts';

export type Audio = { readonly chunks: readonly ChunkTimes[]; readonly bytes: number };

/** A job of a project, which shares the workers with others. It is queued at `atMs`. */
export type Job = Audio & { readonly project?: string; readonly atMs?: number };

/** The times since the job was queued. The last chunk was sent after `splitMs` and recognized after `recognizedMs`. */
export type Turnaround = {
  readonly completedMs: number;
  readonly splitMs: number;
  readonly recognizedMs: number;
};

/** The total costs of the jobs. */
export type Billed = { readonly gbSeconds: number; readonly usd: number };

/** The sizes in bytes of a job's item, of the plan for each part, and of the item that counts the chunks of a part. */
const itemBytes = { job: 2_000, slice: 45, progress: 300 };

/** The additional audio that a part decodes around its borders. */
const overlapMs = 13_000;

/** Simulates jobs in the pipeline of `lib/domain/transcriptions` and `cdk/workers-stack.ts`. */
export const runJobs = (
  jobs: readonly Job[],
  stages: Stages,
  deployment: Deployment,
  random: Random,
): { readonly turnarounds: readonly Turnaround[]; readonly billed: Billed } => {
  const lambda = newLambda(stages, deployment, random);
  const { simulation, work, latency, call, newPartition, mappingOf, received, callHelpers, billed } = lambda;
  const { now, start } = simulation;
  const reads = textReads(lambda, stages, deployment);
  const { helpers, processesOfHelper: processes, partHelpers } = deployment;
  const recognizers = mappingOf('recognize', deployment.recognizers, {
    helpers,
    processes,
    callsWhenLate: helpers > 0,
  });
  const splitters = mappingOf('split', deployment.splitters, {
    share: deployment.splitShare,
    helpers: deployment.partsRecognize ? helpers : partHelpers,
    callsWhenLate: deployment.partsRecognize,
  });
  const finishers = mappingOf('finish', deployment.finishers, { gb: deployment.finisherGb });

  const download = function* (bytes: number): Process {
    yield* call('dynamoDb');
    yield* call('getText');
    const { min, max } = deployment.bytesPerSecond;
    yield (1000 * bytes) / (min + (max - min) * uniform(random));
  };

  const startJob = ({ project = '', atMs = 0, ...audio }: Job): Turnaround => {
    const parts = partsOf(audio.chunks, deployment.partMs);
    const overlap = 1 + overlapMs / deployment.partMs;
    const done = { cut: 0, reported: 0 };
    const item = newPartition();
    const progress = newPartition();
    const when = { completedMs: 0, splitMs: 0, recognizedMs: 0 };
    const sinceQueuedMs = (): number => now() - atMs;

    const finishMessage = function* (): Process {
      yield* call('sqsSend');
      yield* received(finishers, { project, run: finish });
    };
    const finishIfAllDone = (): void => {
      if (done.cut === parts.length && done.reported === parts.length) start(finishMessage());
    };
    /** Reads the file and locates its samples, unless this was done when the file arrived. */
    const plan = function* (): Process {
      if (parts.length > 1 && deployment.plannedBefore) return yield* call('dynamoDb');
      yield* download(audio.bytes);
      const minutes = audio.chunks.reduce((sum, { spanMs }) => sum + spanMs, 0) / 60_000;
      yield work(stages.planMs * minutes);
    };
    // Parts take only seconds, and short audio is known to be short. So neither needs a permit.
    const needsPermit = parts.length === 1 && deployment.partMs === Infinity;
    /**
     * Reads the job and its upload, claims the job, and plans. Then cuts the file, or records its parts and sends them all at
     * once.
     */
    const split = function* (): Process {
      yield* call('dynamoDb');
      yield* call('dynamoDb');
      yield* call('dynamoDb');
      yield* plan();
      const [only] = parts;
      if (parts.length === 1 && only) return yield* cut(only);
      // Writes the plan, and then records in the job that it has one.
      yield* call('dynamoDb');
      yield* call('dynamoDb');
      yield work(Math.ceil(parts.length / maxBatch) * stages.callMs.sqsSend);
      yield* latency('sqsSend');
      for (const part of parts) start(received(splitters, { project, run: () => cutPart(part) }));
      const waiting = partsForHelpers(parts.length, partHelpers);
      if (waiting === 0) return;
      yield* call('sqsSend');
      start(received(recognizers, { project, run: () => callHelpers(splitters, waiting) }));
    };
    /** Reads the job, its plan and the progress of the part, downloads a slice and cuts it. */
    const cutPart = function* (part: Part): Process {
      yield* item.read(itemBytes.job);
      yield* progress.read(itemBytes.slice * parts.length);
      yield* progress.read(itemBytes.progress);
      yield* download((overlap * audio.bytes) / parts.length);
      yield work(stages.decoderMs);
      const cutMs = (one: ChunkTimes): number => one.cutMs + (overlap - 1) * one.decodeMs;
      yield* cut(part, cutMs);
    };
    /** Sends each chunk while cutting the next one, or recognizes it. */
    const cut = function* (part: Part, cutMs = (one: ChunkTimes): number => one.cutMs): Process {
      const sends = newSemaphore(deployment.maxConcurrentSends);
      for (const chunk of part.chunks) {
        if (deployment.partsRecognize) {
          yield work(cutMs(chunk));
          yield work(chunk.recognizeMs);
          yield* storeText(part);
          continue;
        }
        yield work(cutMs(chunk) + stages.callMs.putAudio + stages.callMs.sqsSend);
        yield sends.acquire;
        start(sendChunk(chunk, part, sends.release));
      }
      yield sends.acquire;
      yield* progress.write(itemBytes.progress);
      part.isCut = true;
      if (part.recognized === part.chunks.length) yield* report(part);
      yield* item.write(itemBytes.job);
      done.cut += 1;
      when.splitMs = sinceQueuedMs();
      finishIfAllDone();
    };
    const sendChunk = function* (chunk: ChunkTimes, part: Part, release: () => void): Process {
      yield* latency('s3Put');
      yield* latency('sqsSend');
      const run = function* (worker: Work): Process {
        yield* recognize(chunk, worker);
        yield* storeText(part);
      };
      const runTurn = function* (worker: Work): Process {
        yield* recognize(chunk, worker);
        start(storeText(part));
      };
      start(received(recognizers, { project, run, runTurn }));
      release();
    };
    const recognize = function* (chunk: ChunkTimes, worker: Work): Process {
      // Reads the recognition progress of the part at the same time.
      yield work(stages.callMs.dynamoDb);
      yield* item.read(itemBytes.job);
      yield* call('getAudio');
      yield worker(chunk.recognizeMs);
    };
    const storeText = function* (part: Part): Process {
      yield* call('putText');
      yield* progress.write(itemBytes.progress);
      part.recognized += 1;
      when.recognizedMs = sinceQueuedMs();
      if (part.recognized < part.chunks.length || !part.isCut) return yield* item.read(itemBytes.job);
      yield* report(part);
      if (done.reported === parts.length) finishIfAllDone();
      else yield* joinTexts(part);
    };
    const report = function* (part: Part): Process {
      yield* item.write(itemBytes.job);
      if (!part.isReported) done.reported += 1;
      part.isReported = true;
    };
    /** The worker of a part's last chunk stores its texts as one object. */
    const joinTexts = function* (part: Part): Process {
      yield* reads.chunks(part);
      yield* call('putText');
      part.isJoined = true;
      yield* call('dynamoDb');
    };
    const finish = function* (): Process {
      // Reads whether the job is translated, and then the list of texts to join.
      yield* call('dynamoDb');
      yield* call('dynamoDb');
      yield* reads.parts(parts);
      yield reads.merge(audio.chunks.length);
      yield* call('putText');
      yield work(stages.callMs.dynamoDb);
      yield* latency('transaction');
      when.completedMs = sinceQueuedMs();
    };
    const queueJob = function* (): Process {
      yield atMs;
      yield* latency('transaction');
      yield* call('sqsSend');
      start(received(splitters, { project, run: split, needsPermit }));
    };
    start(queueJob());
    return when;
  };

  const turnarounds = jobs.map(startJob);
  simulation.run();
  return { turnarounds, billed };
};

/** One job alone. */
export const runJob = (
  job: Job,
  stages: Stages,
  deployment: Deployment,
  random: Random,
): Turnaround & Billed => {
  const { turnarounds, billed } = runJobs([job], stages, deployment, random);
  const [turnaround] = turnarounds;
  if (!turnaround) throw new Error('Each job has a turnaround.');
  return { ...turnaround, ...billed };
};
