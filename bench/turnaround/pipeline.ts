import type { Random } from '../../test/simulator/random.ts';
import {
  type Call,
  draw,
  memoryGb,
  newEnvironments,
  type Place,
  uniform,
  usd,
  waitOf,
} from './parameters.ts';
import { newPlaces, newProcessors, newSimulation, type Process, type Step } from './simulation.ts';
import type { ChunkTimes, Stages } from './stages.ts';

export type Audio = { readonly chunks: readonly ChunkTimes[]; readonly bytes: number };

/** From the moment a job is queued. `splitMs` and `recognizedMs` are when the last chunk was sent and recognized. */
export type Turnaround = {
  readonly completedMs: number;
  readonly splitMs: number;
  readonly recognizedMs: number;
  readonly gbSeconds: number;
  readonly usd: number;
};

type Kind = keyof typeof memoryGb;

/** One job on its way through the pipeline as `lib/domain/transcriptions` and `cdk/workers-stack.ts` build it. */
export const runJob = (audio: Audio, stages: Stages, place: Place, random: Random): Turnaround => {
  const simulation = newSimulation();
  const { now, start } = simulation;
  const share = newProcessors(simulation, place.processors);
  const work = (ms: number): Step => share(ms * place.slowdown);
  const pollers = newPlaces(place.recognizers.first);
  const starts = newPlaces(newEnvironments.count);
  const warm: Record<Kind, number> = { split: 0, recognize: 0, finish: 0 };
  const done = { splitters: 0, chunks: 0 };
  let pollersOpen = false;
  const when = { completedMs: 0, splitMs: 0, recognizedMs: 0 };
  const billed = { gbSeconds: 0, usd: 0 };

  const latency = function* (name: keyof Place['latency']): Process {
    yield draw(place.latency[name], random);
  };
  const call = function* (name: Call): Process {
    yield work(stages.callMs[name]);
    yield* latency(waitOf[name]);
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
  /** What a message sets off; starting a function costs as running it does. */
  const invoke = function* (kind: Kind, run: Process): Process {
    const from = now();
    if (warm[kind] > 0) warm[kind] -= 1;
    else if (!place.warm) yield* newEnvironment(kind);
    yield* run;
    warm[kind] += 1;
    const gbSeconds = ((now() - from) / 1000) * memoryGb[kind];
    billed.gbSeconds += gbSeconds;
    billed.usd += gbSeconds * usd.gbSecond + usd.invocation;
  };

  const openPollers = function* ({ first, moreAMinute, most }: Place['recognizers']): Process {
    for (let open = first; open < most; open += 1) {
      yield 60_000 / moreAMinute;
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
  const finishIfJoined = (): void => {
    if (done.splitters === place.splitters && done.chunks === audio.chunks.length) start(finishMessage());
  };

  /** Claim, look up the upload, copy the file, then cut: each chunk is put and sent while the next one is cut. */
  const split = function* (chunks: readonly ChunkTimes[], bytes: number): Process {
    yield* call('dynamoDb');
    yield* call('dynamoDb');
    yield* call('getText');
    const { least, most } = place.bytesPerSecond;
    yield (1000 * bytes) / (least + (most - least) * uniform(random));
    const sends = newPlaces(place.sendsBeside);
    for (const chunk of chunks) {
      yield work(chunk.cutMs + stages.callMs.putAudio + stages.callMs.sqsSend);
      yield sends.acquire;
      start(arrive(chunk, sends.release));
    }
    yield sends.acquire;
    yield* call('dynamoDb');
    done.splitters += 1;
    when.splitMs = now();
    finishIfJoined();
  };
  const arrive = function* (chunk: ChunkTimes, arrived: () => void): Process {
    yield* latency('s3Put');
    yield* latency('sqsSend');
    if (!pollersOpen) start(openPollers(place.recognizers));
    pollersOpen = true;
    start(recognizeMessage(chunk));
    arrived();
  };
  const recognize = function* (chunk: ChunkTimes): Process {
    yield* call('dynamoDb');
    yield* call('getAudio');
    yield work(chunk.recognizeMs);
    yield* call('putText');
    yield* call('dynamoDb');
    done.chunks += 1;
    when.recognizedMs = now();
    finishIfJoined();
  };
  /** Reads 32 texts at a time: the slowest one counts. */
  const finish = function* (): Process {
    yield* call('dynamoDb');
    for (let from = 0; from < audio.chunks.length; from += 32) {
      const reads = Math.min(32, audio.chunks.length - from);
      yield work(reads * (stages.callMs.getText + stages.mergeMs));
      yield Math.max(...Array.from({ length: reads }, () => draw(place.latency.s3Get, random)));
    }
    yield* call('putText');
    yield work(stages.callMs.dynamoDb);
    yield* latency('transaction');
    when.completedMs = now();
  };
  const queueJob = function* (): Process {
    yield* latency('transaction');
    yield* call('sqsSend');
    const size = Math.ceil(audio.chunks.length / place.splitters);
    for (let part = 0; part < place.splitters; part += 1) {
      const chunks = audio.chunks.slice(part * size, (part + 1) * size);
      start(splitMessage(chunks, audio.bytes / place.splitters));
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
