import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Bucket } from '#lib/platform/aws/bucket.ts';

/** AWS calls by name, and the capacity that DynamoDB reports for them. */
export type Calls = { counts: Record<string, number>; readUnits: number; writeUnits: number };

export const noCalls = (): Calls => ({ counts: {}, readUnits: 0, writeUnits: 0 });

export const count = ({ counts }: Calls, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

const Usage = z.object({
  ReadCapacityUnits: z.number().optional(),
  WriteCapacityUnits: z.number().optional(),
  CapacityUnits: z.number().optional(),
});
const Consumed = z.object({ ConsumedCapacity: z.union([Usage, z.array(Usage)]).optional() });

const reads = /^(Get|Query)/;

/** Counts the calls of a DynamoDB client and their consumed capacity. */
export const countDynamoDb = (client: DynamoDBClient, calls: Calls): void => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        count(calls, `dynamodb.${commandName.replace(/Command$/, '')}`);
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(args);
        const consumed = Consumed.parse(answer.output).ConsumedCapacity ?? [];
        for (const usage of [consumed].flat()) {
          const units = usage.CapacityUnits ?? 0;
          if (reads.test(commandName)) calls.readUnits += usage.ReadCapacityUnits ?? units;
          else calls.writeUnits += usage.WriteCapacityUnits ?? units;
        }
        return answer;
      },
    { step: 'initialize' },
  );
};

/** The AWS calls and the capacity that `work` uses. */
export const callsOf = async (calls: Calls, work: () => Promise<unknown>): Promise<Calls> => {
  Object.assign(calls, noCalls());
  await work();
  return { ...calls };
};

/** Counts the calls of a bucket under their S3 names. */
export const countBucket = <B extends Bucket>(bucket: B, calls: Calls): B => {
  const names = {
    head: ['HeadObject'],
    stream: ['GetObject'],
    get: ['GetObject'],
    put: ['PutObject'],
    putFile: ['PutObject'],
    putOnce: ['PutObject'],
    remove: ['DeleteObjects'],
    removeAll: ['ListObjectsV2', 'DeleteObjects'],
  };
  return new Proxy(bucket, {
    get: (target, property, receiver) => {
      const operations = Object.entries(names).find(([method]) => method === property)?.[1] ?? [];
      for (const operation of operations) count(calls, `s3.${operation}`);
      return Reflect.get(target, property, receiver);
    },
  });
};
