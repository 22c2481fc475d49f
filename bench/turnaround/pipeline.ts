import type { Random } from '../../test/simulator/random.ts';
import {
  type Call,
  draw,
  memoryGb,
  newEnvironments,
  type Deployment,
  uniform,
  usd,
  latencyKindOf,
} from './parameters.ts';
import { newSemaphore, newSharedProcessors, newSimulation, type Process, type Step } from './simulation.ts';
import type { ChunkTimes, Stages } from './stages.ts';

export type Audio = { readonly chunks: readonly ChunkTimes[]; readonly bytes: number };

/** Times since the job was queued. `splitMs` and `recognizedMs` are when the last chunk was sent and recognized. */
export type Turnaround = {
  readonly completedMs: number;
  readonly splitMs: number;
  readonly recognizedMs: number;
  readonly gbSeconds: number;
  readonly usd: number;
};

type Kind = keyof typeof memoryGb;

/** Simulates one job in the pipeline of `lib/domain/transcriptions` and `cdk/workers-stack.ts`. */
export const runJob = (audio: Audio, stages: Stages, deployment: Deployment, random: Random): Turnaround => {
  const simulation = newSimulation();
  const { now, start } = simulation;
  const share = newSharedProcessors(simulation, deployment.processors);
  const work = (ms: number): Step => share(ms * deployment.slowdown);
  const pollers = newSemaphore(deployment.recognizers.first);
  const starts = newSemaphore(newEnvironments.count);
  const warm: Record<Kind, number> = { split: 0, recognize: 0, finish: 0 };
  const done = { splitters: 0, chunks: 0 };
  let pollersOpen = false;
  const when = { completedMs: 0, splitMs: 0, recognizedMs: 0 };
  const billed = { gbSeconds: 0, usd: 0 };

  const latency = function* (name: keyof Deployment['latency']): Process {
    yield draw(deployment.latency[name], random);
  };
  const call = function* (name: Call): Process {
    yield work(stages.callMs[name]);
    yield* latency(latencyKindOf[name]);
  };
  const newEnvironment = function* (kind: Kind): Process {
    yield starts.acquire;
    start(returnLater());
    yield* latency('newEnvironment');
    yield work(stages.loadMs[kind]);
  };
  const returnLater = function* (): Process {
    yield newEnvironments.everyMs;
    starts.release();
  };
  /** One Lambda invocation. Cold starts are billed like run time. */
  const invoke = function* (kind: Kind, run: Process): Process {
    const from = now();
    if (warm[kind] > 0) warm[kind] -= 1;
    else if (!deployment.warm) yield* newEnvironment(kind);
    yield* run;
    warm[kind] += 1;
    const gbSeconds = ((now() - from) / 1000) * memoryGb[kind];
    billed.gbSeconds += gbSeconds;
    billed.usd += gbSeconds * usd.gbSecond + usd.invocation;
  };

  const openPollers = function* ({ first, morePerMinute, max }: Deployment['recognizers']): Process {
    for (let open = first; open < max; open += 1) {
      yield 60_000 / morePerMinute;
      pollers.release();
    }
  };
  const recognizeMessage = function* (chunk: ChunkTimes): Process {
    yield* latency('delivery');
    yield pollers.acquire;
    yield* invoke('recognize', recognize(chunk));
    pollers.release();
  };
  const finishMessage = function* (): Process {
    yield* call('sqsSend');
    yield* latency('delivery');
    yield* invoke('finish', finish());
  };
  const finishIfAllDone = (): void => {
    if (done.splitters === deployment.splitters && done.chunks === audio.chunks.length)
      start(finishMessage());
  };

  /** Claims the job, finds the upload, downloads the file, then cuts it. Sends each chunk while cutting the next one. */
  const split = function* (chunks: readonly ChunkTimes[], bytes: number): Process {
    yield* call('dynamoDb');
    yield* call('dynamoDb');
    yield* call('getText');
    const { min, max } = deployment.bytesPerSecond;
    yield (1000 * bytes) / (min + (max - min) * uniform(random));
    const sends = newSemaphore(deployment.maxConcurrentSends);
    for (const chunk of chunks) {
      yield work(chunk.cutMs + stages.callMs.putAudio + stages.callMs.sqsSend);
      yield sends.acquire;
      start(sendChunk(chunk, sends.release));
    }
    yield sends.acquire;
    yield* call('dynamoDb');
    done.splitters += 1;
    when.splitMs = now();
    finishIfAllDone();
  };
  const sendChunk = function* (chunk: ChunkTimes, release: () => void): Process {
    yield* latency('s3Put');
    yield* latency('sqsSend');
    if (!pollersOpen) start(openPollers(deployment.recognizers));
    pollersOpen = true;
    start(recognizeMessage(chunk));
    release();
  };
  const recognize = function* (chunk: ChunkTimes): Process {
    yield* call('dynamoDb');
    yield* call('getAudio');
    yield work(chunk.recognizeMs);
    yield* call('putText');
    yield* call('dynamoDb');
    done.chunks += 1;
    when.recognizedMs = now();
    finishIfAllDone();
  };
  /** Reads 32 texts concurrently, so each batch takes as long as its slowest read. */
  const finish = function* (): Process {
    yield* call('dynamoDb');
    for (let from = 0; from < audio.chunks.length; from += 32) {
      const reads = Math.min(32, audio.chunks.length - from);
      yield work(reads * (stages.callMs.getText + stages.mergeMs));
      yield Math.max(...Array.from({ length: reads }, () => draw(deployment.latency.s3Get, random)));
    }
    yield* call('putText');
    yield work(stages.callMs.dynamoDb);
    yield* latency('transaction');
    when.completedMs = now();
  };
  const queueJob = function* (): Process {
    yield* latency('transaction');
    yield* call('sqsSend');
    const size = Math.ceil(audio.chunks.length / deployment.splitters);
    for (let part = 0; part < deployment.splitters; part += 1) {
      const chunks = audio.chunks.slice(part * size, (part + 1) * size);
      start(splitMessage(chunks, audio.bytes / deployment.splitters));
    }
  };
  const splitMessage = function* (chunks: readonly ChunkTimes[], bytes: number): Process {
    yield* latency('delivery');
    yield* invoke('split', split(chunks, bytes));
  };

  start(queueJob());
  simulation.run();
  return { ...when, ...billed };
};
