import type { Random } from '../../test/support/random.ts';
import { helpersCalled, maxWaitMs } from '#lib/platform/queue/call-helpers.ts';
import {
  type Call,
  type Deployment,
  draw,
  helperMemoryGb,
  latencyKindOf,
  memoryGb,
  newEnvironments,
  type Pollers,
  type Unit,
  uniform,
  usd,
} from './parameters.ts';
import { newFairQueue } from './fair-queue.ts';
import {
  allOf,
  newSemaphore,
  newSharedProcessors,
  newSimulation,
  type Process,
  type Step,
} from './simulation.ts';
import type { Stages } from './stages.ts';

type Kind = keyof Stages['coldMs'];

/** Takes processor time. */
export type Work = (ms: number) => Step;

/**
 * A message about a job of a project. `needsPermit` means that only a share of the workers may process messages of one project.
 */
export type Message = {
  readonly project: string;
  readonly run: (work: Work) => Process;
  /**
   * Like `run`, for a worker that overlaps messages. It ends when the message needs no more processor time, and then the next
   * one starts.
   */
  readonly runTurn?: (work: Work) => Process;
  readonly needsPermit?: boolean;
};
type Sent = Message & { readonly sentMs: number };

/** A queue with the pollers that invoke its function. */
export type Mapping = {
  readonly kind: Kind;
  readonly gb: number;
  readonly pollers: Pollers;
  /** The maximum number of messages of one project with permits that are in progress. */
  readonly share: number;
  readonly waiting: ReturnType<typeof newFairQueue<Sent>>;
  readonly permits: Map<string, number>;
  /** The maximum number of helpers, and the number of processes in which each helper takes messages. */
  readonly helpers: { free: number; readonly processes: number };
  /** Whether a worker calls helpers if its message had to wait. */
  readonly callsWhenLate: boolean;
  readonly open: ReturnType<typeof newSemaphore>;
  isGrowing: boolean;
};

// The same values as in lib/platform/queue/hold-permit.ts.
const deferMs = { min: 5_000, max: 15_000 };

/** Simulates functions, the queues that invoke them, and their AWS calls. */
export const newLambda = (stages: Stages, deployment: Deployment, random: Random) => {
  const simulation = newSimulation();
  const { now, start } = simulation;
  const processors = newSharedProcessors(simulation, deployment.processors);
  const work: Work = (ms) => processors(ms * deployment.slowdown);
  /** The processors of one function, which its concurrent tasks share. On a laptop, all functions share its processors. */
  const workOn = (count: number): Work => {
    if (deployment.processors < Infinity) return work;
    const own = newSharedProcessors(simulation, count);
    return (ms) => own(ms * deployment.slowdown);
  };
  const starts = newSemaphore(newEnvironments.count);
  const warm: Record<Kind | 'help', number> = { split: 0, recognize: 0, finish: 0, help: 0 };
  const billed = { gbSeconds: 0, usd: 0 };

  const mappingOf = (
    kind: Kind,
    pollers: Pollers,
    {
      helpers = 0,
      processes = 1,
      share = Infinity,
      callsWhenLate = false,
      gb = memoryGb,
    }: {
      readonly helpers?: number;
      readonly processes?: number;
      readonly share?: number;
      readonly callsWhenLate?: boolean;
      readonly gb?: number;
    } = {},
  ): Mapping => ({
    kind,
    gb,
    pollers,
    share,
    callsWhenLate,
    helpers: { free: helpers, processes },
    waiting: newFairQueue(),
    permits: new Map(),
    open: newSemaphore(pollers.first),
    isGrowing: false,
  });
  const latency = function* (name: keyof Deployment['latency']): Process {
    yield draw(deployment.latency[name], random);
  };
  const call = function* (name: Call): Process {
    yield work(stages.callMs[name]);
    yield* latency(latencyKindOf[name]);
  };
  /** Calls to one partition of the table. They wait for each other if they exceed DynamoDB's capacity of a partition. */
  const partitionCalls = ({ bytes, ms }: Unit) => {
    let freeMs = 0;
    return function* (itemBytes: number): Process {
      freeMs = Math.max(freeMs, now()) + Math.ceil(itemBytes / bytes) * ms;
      yield freeMs - now();
      yield* call('dynamoDb');
    };
  };
  const newPartition = () => ({
    read: partitionCalls(deployment.readUnit),
    write: partitionCalls(deployment.writeUnit),
  });
  const newEnvironment = function* (kind: keyof typeof warm): Process {
    yield starts.acquire;
    start(returnLater());
    yield* latency('newEnvironment');
    yield work(stages.coldMs[kind === 'help' ? 'recognize' : kind]);
  };
  const returnLater = function* (): Process {
    yield newEnvironments.everyMs;
    starts.release();
  };
  /** One Lambda invocation. Cold starts are billed like run time. */
  const invoke = function* (kind: keyof typeof warm, run: Process, gb = memoryGb): Process {
    const from = now();
    if (warm[kind] > 0) warm[kind] -= 1;
    else if (!deployment.warm) yield* newEnvironment(kind);
    yield* run;
    warm[kind] += 1;
    const gbSeconds = ((now() - from) / 1000) * gb;
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
  const received = function* (by: Mapping, message: Message): Process {
    if (!by.isGrowing) start(addPollers(by));
    by.isGrowing = true;
    yield* latency('delivery');
    by.waiting.add({ ...message, sentMs: now() });
    yield by.open.acquire;
    const next = by.waiting.take();
    // If there is no message, a helper has already taken it.
    if (next) yield* invoke(by.kind, next.needsPermit ? withPermit(by, next) : first(by, next), by.gb);
    if (next) by.waiting.done(next);
    by.open.release();
  };
  /** Sends the message again if its project already has its share. It is received some seconds later. */
  const withPermit = function* (by: Mapping, message: Sent): Process {
    yield* call('dynamoDb');
    const taken = by.permits.get(message.project) ?? 0;
    if (taken >= by.share) {
      yield* call('sqsSend');
      return start(deferred(by, message));
    }
    by.permits.set(message.project, taken + 1);
    yield* message.run(work);
    yield* call('dynamoDb');
    by.permits.set(message.project, (by.permits.get(message.project) ?? 1) - 1);
  };
  const deferred = function* (by: Mapping, message: Message): Process {
    yield deferMs.min + uniform(random) * (deferMs.max - deferMs.min);
    yield* received(by, message);
  };
  /** Calls helpers if the message had to wait. */
  const first = function* (by: Mapping, { run, sentMs }: Sent, worker = work): Process {
    if (by.callsWhenLate && now() - sentMs > maxWaitMs) yield* callHelpers(by, helpersCalled);
    yield* run(worker);
  };
  const callHelpers = function* (by: Mapping, helpers: number): Process {
    yield work(helpers * stages.callMs.sqsSend);
    yield* latency('sqsSend');
    for (let helper = 0; helper < helpers; helper += 1) start(help(by));
  };
  const help = function* (by: Mapping): Process {
    yield* latency('delivery');
    if (by.helpers.free === 0) return;
    by.helpers.free -= 1;
    const gb = helperMemoryGb(by.helpers.processes);
    yield* invoke('help', inProcesses(by, gb / memoryGb), gb);
    by.helpers.free += 1;
  };
  /** The processes of one helper share its processors. Only the first calls more helpers. */
  const inProcesses = function* (by: Mapping, processorsOfHelper: number): Process {
    const processWork = workOn(processorsOfHelper);
    yield* allOf(
      simulation,
      Array.from({ length: by.helpers.processes }, (_, count) => drain(by, count === 0, processWork)),
    );
  };
  const inTurns = (message: Sent): Sent => ({ ...message, run: message.runTurn ?? message.run });
  /** Takes messages off the queue until none waits. */
  const drain = function* (by: Mapping, isFirst: boolean, worker: Work): Process {
    yield* call('sqsSend');
    let message = by.waiting.take();
    if (message) yield* isFirst ? first(by, inTurns(message), worker) : inTurns(message).run(worker);
    while (message) {
      if (message.runTurn) start(call('sqsSend'));
      else yield* call('sqsSend');
      yield* call('sqsSend');
      by.waiting.done(message);
      message = by.waiting.take();
      if (message) yield* inTurns(message).run(worker);
    }
  };
  return {
    simulation,
    work,
    workOn,
    latency,
    call,
    newPartition,
    invoke,
    mappingOf,
    received,
    callHelpers,
    billed,
  };
};
