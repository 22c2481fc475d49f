import { planConcurrency, defaultAccountConcurrency } from '#cdk/concurrency.ts';
import type { Random } from '../../test/simulator/random.ts';

/** A time in ms by its median and 99th percentile, log-normal between and beyond. */
export type Latency = { readonly p50: number; readonly p99: number };

/** The calls of AWS on a job's way; each has processor time of the caller (measured) and a latency. */
export const calls = ['getAudio', 'putAudio', 'getText', 'putText', 'sqsSend', 'dynamoDb'] as const;
export type Call = (typeof calls)[number];

/** What a caller waits for; calls of S3 are alike whatever they carry. */
type Wait = 's3Get' | 's3Put' | 'sqsSend' | 'dynamoDb' | 'transaction' | 'delivery' | 'newEnvironment';
export const waitOf: Readonly<Record<Call, Wait>> = {
  getAudio: 's3Get',
  putAudio: 's3Put',
  getText: 's3Get',
  putText: 's3Put',
  sqsSend: 'sqsSend',
  dynamoDb: 'dynamoDb',
};

/** Where the pipeline runs. Times in ms. */
export type Place = {
  /** Processors that all functions share; in Lambda each has its own. */
  readonly processors: number;
  /** Time of one step of work there over that on the machine which measured it. */
  readonly slowdown: number;
  /** Functions at work on chunks at once: at first, more each minute while messages wait, and at most. */
  readonly recognizers: { readonly first: number; readonly moreAMinute: number; readonly most: number };
  readonly latency: Readonly<Record<Wait, Latency>>;
  /** Of one function that reads a file from the bucket. */
  readonly bytesPerSecond: { readonly least: number; readonly most: number };
  /** Whether functions have run a moment ago. */
  readonly warm: boolean;
  /** Functions that cut one file, each a part of it; the product has one. */
  readonly splitters: number;
  /** Chunks that may be on their way to bucket and queue while the next one is decoded; the product has one. */
  readonly sendsBeside: number;
};

const none: Latency = { p50: 0, p99: 0 };

/** Of Lambda: environments of one function that may be new at once, and how long until they may be again. */
export const newEnvironments = { count: 1_000, everyMs: 10_000 };

/** us-east-1, arm64: a GB-second, an invocation. */
export const usd = { gbSecond: 1.33334e-5, invocation: 2e-7 };

/** As in cdk/workers-stack.ts, in GB. */
export const memoryGb = { split: 1769 / 1024, recognize: 1769 / 1024, finish: 1 };

export const aws: Place = {
  processors: Number.POSITIVE_INFINITY,
  // Graviton 2 by published times of the same kind of model on its cores; to be measured on Lambda.
  slowdown: 3,
  // AWS: five at first, up to 300 more a minute, and at most what a deployment gives them in the usual account.
  recognizers: {
    first: 5,
    moreAMinute: 300,
    most: planConcurrency(defaultAccountConcurrency).mappings.recognize,
  },
  latency: {
    // AWS says 100 to 200 ms for a first byte; within a region most are faster.
    s3Get: { p50: 30, p99: 200 },
    // Uploads of 60 KB from Lambda, published: 60 to 133 ms.
    s3Put: { p50: 80, p99: 200 },
    // Assumed: a write to several places, like DynamoDB's but with more of a tail.
    sqsSend: { p50: 12, p99: 60 },
    // Published: 7.6 and 16 ms a write, 25 and 93 ms a transaction, 16 and 105 ms from queue to function.
    dynamoDb: { p50: 7.6, p99: 16 },
    transaction: { p50: 25, p99: 93 },
    delivery: { p50: 16, p99: 105 },
    // Published: 120 ms for an empty Node 24 function. The layer of models makes it longer; by how much is assumed.
    newEnvironment: { p50: 300, p99: 900 },
  },
  // Published: 400 to 700 Mbit/s.
  bytesPerSecond: { least: 50e6, most: 87e6 },
  warm: true,
  splitters: 1,
  sendsBeside: 1,
};

/** This machine, when `processors` are left for the workers: emulated services answer at once. */
export const laptop = (processors: number): Place => ({
  processors,
  slowdown: 1,
  recognizers: { first: 2, moreAMinute: 0, most: 2 },
  latency: {
    s3Get: none,
    s3Put: none,
    sqsSend: none,
    dynamoDb: none,
    transaction: none,
    delivery: none,
    newEnvironment: none,
  },
  bytesPerSecond: { least: 1e9, most: 1e9 },
  warm: false,
  splitters: 1,
  sendsBeside: 1,
});

// So many standard deviations is the 99th percentile of a normal distribution from its middle.
const deviationsToP99 = 2.326;

export const uniform = (random: Random): number => (random.below(2 ** 31) + 0.5) / 2 ** 31;

export const draw = ({ p50, p99 }: Latency, random: Random): number => {
  if (p50 === 0) return 0;
  const normal = Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
  return p50 * Math.exp((normal * Math.log(p99 / p50)) / deviationsToP99);
};
