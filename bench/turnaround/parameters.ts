import { planConcurrency, defaultAccountConcurrency, defaultHelperProcesses } from '#cdk/concurrency.ts';
import { concurrentSends } from '#lib/domain/transcriptions/send-chunks.ts';
import { partMs } from '#lib/speech/audio/parts/borders.ts';
import { projectShareOf } from '#cdk/project-share.ts';
import { memoryOfProcessesMb, newAccountMb, oneProcessorMb } from '#cdk/constructs/heap-limits.ts';
import type { Random } from '../../test/support/random.ts';
import prices from '../../cdk/costs/prices.json' with { type: 'json' };

/** A log-normal distribution of times in ms, given by its median and 99th percentile. */
export type Latency = { readonly p50: number; readonly p99: number };

/** The AWS calls of a job. Each costs processor time of the caller (measured) and a latency. */
export const calls = ['getAudio', 'putAudio', 'getText', 'putText', 'sqsSend', 'dynamoDb'] as const;
export type Call = (typeof calls)[number];

/** Kinds of latency. Those of S3 do not depend on the object. */
type LatencyKind = 's3Get' | 's3Put' | 'sqsSend' | 'dynamoDb' | 'transaction' | 'delivery' | 'newEnvironment';
export const latencyKindOf: Readonly<Record<Call, LatencyKind>> = {
  getAudio: 's3Get',
  putAudio: 's3Put',
  getText: 's3Get',
  putText: 's3Put',
  sqsSend: 'sqsSend',
  dynamoDb: 'dynamoDb',
};

/** Concurrency of a function behind a queue: SQS pollers at first, added per minute while messages wait, and at most. */
export type Pollers = { readonly first: number; readonly morePerMinute: number; readonly max: number };

/** A unit of DynamoDB's capacity, and its share of a partition's time. */
export type Unit = { readonly bytes: number; readonly ms: number };

/** The machines that the pipeline runs on. Times in ms. */
export type Deployment = {
  /** Processors shared by all functions; infinite in Lambda, where each has its own. */
  readonly processors: number;
  /** The ratio of the processing times on its processors to those on the measuring machine. */
  readonly slowdown: number;
  /** The pollers of recognition (`recognizers`), and of planning and cutting (`splitters`). */
  readonly recognizers: Pollers;
  readonly splitters: Pollers;
  readonly finishers: Pollers;
  /** The maximum number of one project's jobs that are cut as one at the same time. */
  readonly splitShare: number;
  /**
   * The number of additional workers that recognize chunks after some chunks had to wait. `partHelpers` cut parts if many are
   * sent at once.
   */
  readonly helpers: number;
  /** The number of processes in which each helper takes chunks. */
  readonly processesOfHelper: number;
  /** The memory of the function that finishes jobs. */
  readonly finisherGb: number;
  readonly partHelpers: number;
  readonly latency: Readonly<Record<LatencyKind, Latency>>;
  /** The capacity units that limit the calls to one partition of the table. */
  readonly readUnit: Unit;
  readonly writeUnit: Unit;
  /** The download speed of one function, uniformly distributed. */
  readonly bytesPerSecond: { readonly min: number; readonly max: number };
  /** Whether all functions already have an environment. */
  readonly warm: boolean;
  /** The length of a part. Infinity if a file is cut as one. */
  readonly partMs: number;
  /** Whether the parts were planned when the upload arrived. */
  readonly plannedBefore: boolean;
  /** Whether the worker of a part also recognizes its chunks. In the product, other workers recognize them. */
  readonly partsRecognize: boolean;
  /** The maximum number of chunks that are being sent to bucket and queue while the next one is decoded. */
  readonly maxConcurrentSends: number;
};

const none: Latency = { p50: 0, p99: 0 };

/** Lambda's scaling limit per function: new environments per interval. */
export const newEnvironments = { count: 1_000, everyMs: 10_000 };

/** Lambda prices of us-east-1, arm64. */
export const usd = { gbSecond: prices.lambdaGbSecond, invocation: prices.lambdaRequest };

/** The memory of most functions, as in cdk/workers-stack.ts. With this much, Lambda gives a function one processor. */
export const memoryGb = oneProcessorMb / 1024;
export const helperMemoryGb = (processes: number): number => memoryOfProcessesMb(processes) / 1024;

/** AWS documents five pollers at first and up to 300 more per minute. */
const pollersUpTo = (max: number): Pollers => ({ first: 5, morePerMinute: 300, max });

const awsTimes = {
  processors: Number.POSITIVE_INFINITY,
  // Estimated from published times of a similar model on Graviton 2. Not yet measured on Lambda.
  slowdown: 3,
  latency: {
    // AWS documents 100 to 200 ms for the first byte; within a region most requests are faster.
    s3Get: { p50: 30, p99: 200 },
    // Published for uploads of 60 KB from Lambda: 60 to 133 ms.
    s3Put: { p50: 80, p99: 200 },
    // Assumed: a replicated write like DynamoDB's, with a longer tail.
    sqsSend: { p50: 12, p99: 60 },
    // Published: 7.6 and 16 ms per write, 25 and 93 ms per transaction, 16 and 105 ms from queue to function.
    dynamoDb: { p50: 7.6, p99: 16 },
    transaction: { p50: 25, p99: 93 },
    delivery: { p50: 16, p99: 105 },
    // Published: 120 ms for an empty Node 24 function. The extra time for the layer of models is assumed.
    newEnvironment: { p50: 300, p99: 900 },
  },
  // AWS documents 3,000 read units and 1,000 write units a second for a partition.
  readUnit: { bytes: 4096, ms: 1 / 3 },
  writeUnit: { bytes: 1024, ms: 1 },
  // Published: 400 to 700 Mbit/s.
  bytesPerSecond: { min: 50e6, max: 87e6 },
  warm: true,
  partMs,
  plannedBefore: true,
  partsRecognize: false,
  maxConcurrentSends: concurrentSends,
  finisherGb: newAccountMb / 1024,
};

/** A deployment in an account with this number of concurrent executions. */
export const awsOf = (accountConcurrency: number, hasPollers = false): Deployment => {
  const { mappings, chunkHelpers, partHelpers } = planConcurrency(accountConcurrency, { hasPollers });
  return {
    ...awsTimes,
    recognizers: pollersUpTo(mappings.recognize),
    splitters: pollersUpTo(mappings.split),
    finishers: pollersUpTo(mappings.finish),
    splitShare: projectShareOf(mappings, {}).split,
    helpers: chunkHelpers,
    processesOfHelper: defaultHelperProcesses,
    partHelpers,
  };
};

export const aws = awsOf(defaultAccountConcurrency);

/** The deployment with the setting `helpers` off. */
export const awsWithoutHelpers: Deployment = {
  ...aws,
  helpers: 0,
  partHelpers: 0,
  recognizers: { ...aws.recognizers, max: aws.recognizers.max + aws.helpers + aws.partHelpers },
};

/**
 * The deployment with the setting `eventPollers`. Provisioned pollers have ten messages each, and AWS adds up to 1,000 per
 * minute.
 */
const withPollers = (pollers: number, { max }: Pollers): Pollers => {
  const most = 10 * Math.floor(max / 10);
  return { first: Math.min(10 * pollers, most), morePerMinute: 1_000, max: most };
};
export const awsWithPollers = (pollers: number): Deployment => {
  const planned = awsOf(defaultAccountConcurrency, true);
  return {
    ...planned,
    recognizers: withPollers(pollers, planned.recognizers),
    splitters: withPollers(pollers, planned.splitters),
  };
};

/** This machine with `processors` left for the workers. Emulated services add no latency. */
export const laptop = (processors: number): Deployment => ({
  processors,
  slowdown: 1,
  recognizers: { first: 2, morePerMinute: 0, max: 2 },
  splitters: { first: 2, morePerMinute: 0, max: 2 },
  finishers: { first: 2, morePerMinute: 0, max: 2 },
  splitShare: 2,
  helpers: 0,
  processesOfHelper: 1,
  partHelpers: 0,
  finisherGb: memoryGb,
  latency: {
    s3Get: none,
    s3Put: none,
    sqsSend: none,
    dynamoDb: none,
    transaction: none,
    delivery: none,
    newEnvironment: none,
  },
  readUnit: { bytes: 4096, ms: 0 },
  writeUnit: { bytes: 1024, ms: 0 },
  bytesPerSecond: { min: 1e9, max: 1e9 },
  warm: true,
  partMs,
  plannedBefore: false,
  partsRecognize: false,
  maxConcurrentSends: concurrentSends,
});

// The 99th percentile of the standard normal distribution.
const normalP99 = 2.326;

export const uniform = (random: Random): number => (random.below(2 ** 31) + 0.5) / 2 ** 31;

export const draw = ({ p50, p99 }: Latency, random: Random): number => {
  if (p50 === 0) return 0;
  const normal = Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
  return p50 * Math.exp((normal * Math.log(p99 / p50)) / normalP99);
};
