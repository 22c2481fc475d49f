import { oneProcessorMb } from '#cdk/constructs/heap-limits.ts';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import * as z from 'zod';
import prices from '../../cdk/costs/prices.json' with { type: 'json' };

const secondsPerHour = 3_600;
const runnerGb = oneProcessorMb / 1_024;
/** `receive` has 512 MB, and mostly waits for the table. */
const receive = { gb: 0.5, seconds: 0.01 };

const Value = z.object({ S: z.string(), N: z.string(), B: z.base64() }).partial();
const Written = z.object({ Item: z.record(z.string(), Value) });

/**
 * The size of an attribute as DynamoDB counts it: its name and its value. A number takes a byte for every two digits, and one
 * more.
 */
const bytesOf = ([name, { S: text = '', N: digits, B: base64 = '' }]: [string, z.infer<typeof Value>]) =>
  name.length +
  text.length +
  (digits === undefined ? 0 : Math.ceil(digits.length / 2) + 1) +
  Buffer.byteLength(base64, 'base64');

/** The write units of a call. Only messages of clients are written with PutItem, and other items are small. */
const writeUnitsOf = ({ operation, subject }: FunctionCall): number => {
  if (operation === 'PutItem') {
    const { Item: item } = Written.parse(JSON.parse(subject));
    return Math.ceil(Object.entries(item).reduce((sum, entry) => sum + bytesOf(entry), 0) / 1_024);
  }
  if (operation === 'UpdateItem') return smallUnits;
  return operation === 'TransactWriteItems' ? transactionUnits : 0;
};
/** A session has 1 to 2 KB. */
const smallUnits = 2;
/** Twice the units of the session and an event. */
const transactionUnits = 2 * (smallUnits + 1);

/** The function that receives messages writes them with PutItem. The runner only uses PutItem within transactions. */
const isMessage = ({ operation, functionName }: FunctionCall): boolean =>
  operation === 'PutItem' && !functionName.includes('runsession');

/**
 * The functions that work during a session. The start and the end of a session cost $0.00004, and the price of an idle
 * deployment includes the sweepers.
 */
const isOfSessions = ({ functionName }: FunctionCall): boolean =>
  /realtimedefault|runsession/.test(functionName);

/** Adds up the costs of the calls of sessions. Reads are strongly consistent and read less than 4 KB. */
export const openBill = () => {
  const counts = { messagesIn: 0, messagesOut: 0, writeUnits: 0, readUnits: 0 };
  return {
    add: (call: FunctionCall): void => {
      if (call.phase !== 'after' || !isOfSessions(call)) return;
      if (call.service === 'dynamodb') {
        counts.writeUnits += writeUnitsOf(call);
        if (/^(Get|Query)/.test(call.operation)) counts.readUnits += 1;
        if (isMessage(call)) counts.messagesIn += 1;
      }
      if (call.operation === 'PostToConnection') counts.messagesOut += 1;
    },
    /** The price in USD of an hour of one session, computed from the calls during `seconds` of sessions so far. */
    perHour: (seconds: number) => {
      const ofHour = (count: number): number => (count * secondsPerHour) / seconds;
      const parts = {
        messages:
          ofHour(counts.messagesIn + counts.messagesOut) * prices.webSocketMessage +
          60 * prices.webSocketMinute,
        receive:
          ofHour(counts.messagesIn) *
          (prices.lambdaRequest + receive.gb * receive.seconds * prices.lambdaGbSecond),
        writes: ofHour(counts.writeUnits) * prices.dynamodbWriteUnit,
        reads: ofHour(counts.readUnits) * prices.dynamodbReadUnit,
        runner: secondsPerHour * runnerGb * prices.lambdaGbSecond,
      };
      return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
    },
  };
};
