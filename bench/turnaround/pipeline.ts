import type { Random } from '../../test/simulator/random.ts';
import {
  type Call,
  draw,
  memoryGb,
  newEnvironments,
  type Deployment,
  type Pollers,
  uniform,
  usd,
  latencyKindOf,
} from './parameters.ts';
import { helpersCalled, maxWaitMs } from '#lib/platform/queue/call-helpers.ts';
import { minParts } from '#lib/speech/audio/parts/plan.ts';
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

type Kind = keyof Stages['loadMs'];

/** The chunks of each part; one for a file that is cut as one. */
const partsOf = (chunks: readonly ChunkTimes[], partMs: number): (readonly ChunkTimes[])[] => {
  const parts: ChunkTimes[][] = [[]];
  let endMs = 0;
  for (const chunk of chunks) {
    if (endMs > parts.length * partMs) parts.push([]);
    parts.at(-1)?.push(chunk);
    endMs += chunk.spanMs;
  }
  return parts.length < minParts ? [chunks] : parts;
};

type Message = { readonly run: Process; readonly sentMs: number };

type Mapping = {
  readonly pollers: Pollers;
  readonly waiting: Message[];
  readonly helpers: { free: number };
  readonly open: ReturnType<typeof newSemaphore>;
  isGrowing: boolean;
};

/** A part decodes 13 s more than four minutes. */
const overlap = 253 / 240;

/** Simulates one job in the pipeline of `lib/domain/transcriptions` and `cdk/workers-stack.ts`. */
export const runJob = (audio: Audio, stages: Stages, deployment: Deployment, random: Random): Turnaround => {
  const simulation = newSimulation();
  const { now, start } = simulation;
  const share = newSharedProcessors(simulation, deployment.processors);
  const work = (ms: number): Step => share(ms * deployment.slowdown);
  const mappingOf = (pollers: Pollers, helpers: number): Mapping => ({
    ...{ pollers, waiting: [], helpers: { free: helpers } },
    ...{ open: newSemaphore(pollers.first), isGrowing: false },
  });
  const recognizers = mappingOf(deployment.recognizers, deployment.helpers);
  const splitters = mappingOf(deployment.splitters, 0);
  const starts = newSemaphore(newEnvironments.count);
  const warm: Record<Kind | 'help', number> = { split: 0, recognize: 0, finish: 0, help: 0 };
  const parts = partsOf(audio.chunks, deployment.partMs);
  const done = { parts: 0, chunks: 0 };
  const when = { completedMs: 0, splitMs: 0, recognizedMs: 0 };
  const billed = { gbSeconds: 0, usd: 0 };

  const latency = function* (name: keyof Deployment['latency']): Process {
    yield draw(deployment.latency[name], random);
  };
  const call = function* (name: Call): Process {
    yield work(stages.callMs[name]);
    yield* latency(latencyKindOf[name]);
  };
  const newEnvironment = function* (kind: keyof typeof warm): Process {
    yield starts.acquire;
    start(returnLater());
    yield* latency('newEnvironment');
    yield work(stages.loadMs[kind === 'help' ? 'recognize' : kind]);
  };
  const returnLater = function* (): Process {
    yield newEnvironments.everyMs;
    starts.release();
  };
  /** One Lambda invocation. Cold starts are billed like run time. */
  const invoke = function* (kind: keyof typeof warm, run: Process): Process {
    const from = now();
    if (warm[kind] > 0) warm[kind] -= 1;
    else if (!deployment.warm) yield* newEnvironment(kind);
    yield* run;
    warm[kind] += 1;
    const gbSeconds = ((now() - from) / 1000) * memoryGb;
    billed.gbSeconds += gbSeconds;
    billed.usd += gbSeconds * usd.gbSecond + usd.invocation;
  };

  const addPollers = function* ({ pollers: { first, morePerMinute, max }, open }: Mapping): Process {
    for (let count = first; count < max; count += 1) {
      yield 60_000 / morePerMinute;
      open.release();
    }
  };
  /** A message that waits in its queue for a poller. */
  const received = function* (by: Mapping, kind: Kind, run: Process): Process {
    if (!by.isGrowing) start(addPollers(by));
    by.isGrowing = true;
    yield* latency('delivery');
    by.waiting.push({ run, sentMs: now() });
    yield by.open.acquire;
    const message = by.waiting.shift();
    // Without one, a helper was faster.
    if (message) yield* invoke(kind, first(by, message));
    by.open.release();
  };
  /** Calls helpers if the message had to wait. */
  const first = function* (by: Mapping, { run, sentMs }: Message): Process {
    if (deployment.helpers > 0 && now() - sentMs > maxWaitMs) {
      yield work(helpersCalled * stages.callMs.sqsSend);
      yield* latency('sqsSend');
      for (let helper = 0; helper < helpersCalled; helper += 1) start(help(by));
    }
    yield* run;
  };
  const help = function* (by: Mapping): Process {
    yield* latency('delivery');
    if (by.helpers.free === 0) return;
    by.helpers.free -= 1;
    yield* invoke('help', drain(by));
    by.helpers.free += 1;
  };
  /** Takes messages off the queue until none waits. */
  const drain = function* (by: Mapping): Process {
    yield* call('sqsSend');
    let message = by.waiting.shift();
    if (message) yield* first(by, message);
    while (message) {
      yield* call('sqsSend');
      yield* call('sqsSend');
      message = by.waiting.shift();
      if (message) yield* message.run;
    }
  };
  const finishMessage = function* (): Process {
    yield* call('sqsSend');
    yield* latency('delivery');
    yield* invoke('finish', finish());
  };
  const finishIfAllDone = (): void => {
    if (done.parts === parts.length && done.chunks === audio.chunks.length) start(finishMessage());
  };

  const download = function* (bytes: number): Process {
    yield* call('dynamoDb');
    yield* call('getText');
    const { min, max } = deployment.bytesPerSecond;
    yield (1000 * bytes) / (min + (max - min) * uniform(random));
  };
  /** Claims the job, finds the upload, downloads the file, then cuts it, or records its parts and sends them all at once. */
  const split = function* (): Process {
    yield* call('dynamoDb');
    yield* download(audio.bytes);
    const minutes = audio.chunks.reduce((sum, { spanMs }) => sum + spanMs, 0) / 60_000;
    yield work(stages.planMs * minutes);
    if (parts.length === 1) return yield* cut(audio.chunks);
    yield* call('dynamoDb');
    yield work(parts.length * stages.callMs.sqsSend);
    yield* latency('sqsSend');
    for (const chunks of parts) start(received(splitters, 'split', part(chunks)));
  };
  /** Reads the job, downloads a slice and cuts it. */
  const part = function* (chunks: readonly ChunkTimes[]): Process {
    yield* call('dynamoDb');
    yield* download((overlap * audio.bytes) / parts.length);
    yield work(stages.decoderMs);
    yield* cut(chunks.map((one) => ({ ...one, cutMs: one.cutMs + (overlap - 1) * one.decodeMs })));
  };
  /** Sends each chunk while cutting the next one. */
  const cut = function* (chunks: readonly ChunkTimes[]): Process {
    const sends = newSemaphore(deployment.maxConcurrentSends);
    for (const chunk of chunks) {
      yield work(chunk.cutMs + stages.callMs.putAudio + stages.callMs.sqsSend);
      yield sends.acquire;
      start(sendChunk(chunk, sends.release));
    }
    yield sends.acquire;
    yield* call('dynamoDb');
    done.parts += 1;
    when.splitMs = now();
    finishIfAllDone();
  };
  const sendChunk = function* (chunk: ChunkTimes, release: () => void): Process {
    yield* latency('s3Put');
    yield* latency('sqsSend');
    start(received(recognizers, 'recognize', recognize(chunk)));
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
  /** Reads 32 texts at once, so that most of the waiting is hidden by work. */
  const finish = function* (): Process {
    yield* call('dynamoDb');
    const workMs = audio.chunks.length * (stages.callMs.getText + stages.mergeMs);
    const waits = audio.chunks.map(() => draw(deployment.latency.s3Get, random) / 32);
    yield work(workMs);
    yield Math.max(0, waits.reduce((sum, wait) => sum + wait, 0) - workMs * deployment.slowdown);
    yield* call('putText');
    yield work(stages.callMs.dynamoDb);
    yield* latency('transaction');
    when.completedMs = now();
  };
  const queueJob = function* (): Process {
    yield* latency('transaction');
    yield* call('sqsSend');
    start(received(splitters, 'split', split()));
  };

  start(queueJob());
  simulation.run();
  return { ...when, ...billed };
};
