import { oneProcessorMb } from '#cdk/constructs/heap-limits.ts';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import * as z from 'zod';
import prices from '../../cdk/costs/prices.json' with { type: 'json' };

const secondsPerHour = 3_600;
const runnerGb = oneProcessorMb / 1_024;
/** `receive` has 512 MB, and mostly waits for the table. */
const receive = { gb: 0.5, seconds: 0.01 };

const Written = z.object({ Item: z.unknown() });
const binary = 3 / 4;

/** Write units of an item: frames are put, their audio is Base64 in the call. Other items are small. */
const writeUnitsOf = ({ operation, subject }: FunctionCall): number => {
  if (operation === 'PutItem')
    return Math.ceil((JSON.stringify(Written.parse(JSON.parse(subject)).Item).length * binary) / 1_024);
  if (operation === 'UpdateItem') return smallUnits;
  return operation === 'TransactWriteItems' ? transactionUnits : 0;
};
/** A session has 1 to 2 KB. */
const smallUnits = 2;
/** Twice those of the session and an event. */
const transactionUnits = 2 * (smallUnits + 1);

/** The function that receives messages puts what they bring; the runner puts nothing outside of transactions. */
const isMessage = ({ operation, functionName }: FunctionCall): boolean =>
  operation === 'PutItem' && !functionName.includes('runsession');

/** Adds up what the calls of sessions cost. Reads are strongly consistent and read less than 4 KB. */
export const openBill = () => {
  const counts = { messagesIn: 0, messagesOut: 0, writeUnits: 0, readUnits: 0 };
  return {
    add: (call: FunctionCall): void => {
      if (call.phase !== 'after') return;
      if (call.service === 'dynamodb') {
        counts.writeUnits += writeUnitsOf(call);
        if (/^(Get|Query)/.test(call.operation)) counts.readUnits += 1;
        if (isMessage(call)) counts.messagesIn += 1;
      }
      if (call.operation === 'PostToConnection') counts.messagesOut += 1;
    },
    /** USD of an hour of one session, by what `seconds` of sessions cost so far. */
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
