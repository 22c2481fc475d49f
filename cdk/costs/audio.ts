import { oneProcessorMb } from '../constructs/heap-limits.ts';
import prices from './prices.json' with { type: 'json' };

/** The resources that an hour of uploaded audio takes with the default model. */
const hour = {
  /** Measured: at most 0.042 on x64 (docs/benchmarks.md). Assumed: twice that on a Graviton vCPU. */
  processorSecondsPerSecond: 2 * 0.042,
  gb: oneProcessorMb / 1024,
  /** Chunks of about 15 s. */
  chunks: 234,
  /** Messages other than those of chunks: split, finish, and polls of their queues. */
  messages: 10,
  coldStarts: 100,
  coldStartSeconds: 1,
  /** Parts of four minutes. */
  parts: 15,
  writeUnitsPerChunk: 1,
  /** One for the part, and two for the job with its entry in an index. */
  writeUnitsPerPart: 12,
  /** The job is read twice and the part once. */
  readUnitsPerChunk: 3,
  requests: 5,
} as const;

type AudioCost = { readonly what: string; readonly amount: string; readonly usd: number };

/** The cost of one hour of audio, by purpose. */
export const hourOfAudio = (): AudioCost[] => {
  const seconds = 3600 * hour.processorSecondsPerSecond;
  const starts = hour.coldStarts * hour.coldStartSeconds;
  const invocations = hour.chunks + hour.requests + 2;
  const puts = 2 * hour.chunks;
  const gets = 3 * hour.chunks;
  const writes = hour.writeUnitsPerChunk * hour.chunks + hour.writeUnitsPerPart * hour.parts;
  const reads = hour.readUnitsPerChunk * hour.chunks;
  // Each message needs three requests: send, receive and delete.
  const requests = 3 * (hour.chunks + hour.messages);
  return [
    {
      what: 'Recognition',
      amount: `${Math.round(seconds * hour.gb)} GB-s of Lambda`,
      usd: seconds * hour.gb * prices.lambdaGbSecond,
    },
    {
      what: 'Starts of functions, all cold',
      amount: `${Math.round(starts * hour.gb)} GB-s of Lambda`,
      usd: starts * hour.gb * prices.lambdaGbSecond,
    },
    {
      what: 'Chunks in S3',
      amount: `${puts} PUT, ${gets} GET`,
      usd: puts * prices.s3Put + gets * prices.s3Get,
    },
    {
      what: 'The table',
      amount: `${writes} write units, ${reads} read units`,
      usd: writes * prices.dynamodbWriteUnit + reads * prices.dynamodbReadUnit,
    },
    { what: 'Traces', amount: `${invocations}`, usd: invocations * prices.xrayTrace },
    { what: 'Messages', amount: `${requests} requests of SQS`, usd: requests * prices.sqsRequest },
    {
      what: 'Invocations and requests',
      amount: `${invocations}, ${hour.requests}`,
      usd: invocations * prices.lambdaRequest + hour.requests * prices.httpApiRequest,
    },
  ];
};
