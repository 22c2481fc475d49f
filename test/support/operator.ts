import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { ListQueuesCommand, PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { jobKey } from '#lib/domain/transcriptions/job-item.ts';
import { dynamoPartProgress } from '#lib/domain/transcriptions/part-progress.dynamodb.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import type { RunningStack } from '#local/stack.ts';
import { workersGoneMs } from '#lib/domain/transcriptions/timing.ts';

const sweepEveryMs = 3_000;

type Item = Readonly<Record<string, any>>;

type Operated = Pick<RunningStack, 'awsEndpoint' | 'operator' | 'outputs' | 'invoke'>;

/** The operator's access to table, buckets and queues of a stack. */
export const operatorOf = ({ awsEndpoint: endpoint, operator, outputs, invoke }: Operated) => {
  // A copy, because SDK clients modify their credentials.
  const options = () => ({ endpoint, region: 'us-east-1', credentials: { ...operator } });
  const dynamodb = new DynamoDBClient(options());
  const s3 = new S3Client(options());
  const sqs = new SQSClient(options());
  const output = (name: string): string => outputs['EarshotData']?.[name] ?? '';
  const table = openTable(dynamodb, output('TableName'));

  const items = async (): Promise<Item[]> => {
    const scan = { TableName: output('TableName'), ConsistentRead: true };
    const found: Item[] = [];
    for await (const { Items = [] } of paginateScan({ client: dynamodb }, scan))
      found.push(...Items.map((raw) => unmarshall(raw)));
    return found;
  };

  /** A job as it is stored. */
  const job = async (ref: JobRef): Promise<Item> => (await table.get(jobKey(ref))) ?? {};

  const keysIn = async (bucket: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket }))
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
    return keys;
  };

  /** The items of jobs that have ended and were cleaned up once. A failed job keeps its audio and is due later. */
  const settled = async (ids: ReadonlySet<string>): Promise<Item[]> =>
    (await items()).filter(
      ({ id, sourceDeletedAt, completedAt, due_at: dueAt }) =>
        ids.has(id) && (sourceDeletedAt || Date.parse(dueAt) >= Date.parse(completedAt) + workersGoneMs),
    );

  return {
    /**
     * Waits until the jobs have ended and their audio was deleted. Returns their items, or fewer after the time limit. Runs the
     * sweeper more than once a minute, which only shortens the wait.
     */
    untilSettled: async (ids: ReadonlySet<string>, maxMs: number): Promise<Item[]> => {
      const until = Date.now() + maxMs;
      for (;;) {
        const found = await settled(ids);
        if (found.length === ids.size || Date.now() > until) return found;
        await invoke('Sweep', {}).catch(() => undefined);
        await delay(sweepEveryMs);
      }
    },
    /** Makes these jobs or sessions due at once and runs their sweeper. */
    sweepNow: async (ids: ReadonlySet<string>, sweeper: 'Sweep' | 'SessionsDue' = 'Sweep'): Promise<void> => {
      for (const { pk, sk, id, due_at: dueAt } of await items())
        if (ids.has(id) && dueAt !== undefined)
          await table.update({
            key: { pk, sk },
            set: 'SET due_at = :now',
            where: 'due_at = :seen',
            values: { ':now': new Date().toISOString(), ':seen': dueAt },
          });
      await invoke(sweeper, {});
    },
    job,
    /** The chunks that the current attempt at a job has recognized. */
    doneChunks: async (ref: JobRef): Promise<ReadonlySet<number>> => {
      const { attempt } = await job(ref);
      const parts = await dynamoPartProgress(table).listPartProgress({ ...ref, attempt });
      return new Set(parts.flatMap(({ doneChunks }) => [...doneChunks]));
    },
    newKey: (projectId: string) =>
      createApiKey({ table, now: () => new Date() }, { projectId, mode: 'live' }),
    items,
    audioKeys: () => keysIn(output('AudioBucketName')),
    resultKeys: () => keysIn(output('ResultsBucketName')),
    /** Removes all messages from all queues. */
    purgeQueues: async (): Promise<void> => {
      const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
      for (const QueueUrl of QueueUrls) await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    },
    /** Sends a message to the only queue whose name contains all these words. */
    send: async (message: object, ...words: readonly string[]): Promise<void> => {
      const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
      const urls = QueueUrls.filter((url) => words.every((word) => url.includes(word)));
      if (urls.length !== 1) throw new Error(`${urls.length} queues of ${QueueUrls.join(', ')} fit.`);
      await sqs.send(new SendMessageCommand({ QueueUrl: urls[0], MessageBody: JSON.stringify(message) }));
    },
  };
};
export type Operator = ReturnType<typeof operatorOf>;
