import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import * as z from 'zod';

/** List prices of us-east-1 without the free tier, in USD, of November 2026. */
const prices = {
  webSocketMessage: 1 / 1_000_000,
  webSocketMinute: 0.25 / 1_000_000,
  invocation: 0.2 / 1_000_000,
  gigabyteSecondArm64: 0.000_013_333_4,
  writeUnit: 0.625 / 1_000_000,
  readUnit: 0.125 / 1_000_000,
};

const secondsPerHour = 3_600;
const runnerGb = 1_769 / 1_024;
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
          (prices.invocation + receive.gb * receive.seconds * prices.gigabyteSecondArm64),
        writes: ofHour(counts.writeUnits) * prices.writeUnit,
        reads: ofHour(counts.readUnits) * prices.readUnit,
        runner: secondsPerHour * runnerGb * prices.gigabyteSecondArm64,
      };
      return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
    },
  };
};
