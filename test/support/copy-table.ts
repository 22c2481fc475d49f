import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { later, minuteMs } from '#lib/platform/durations.ts';
import type { RunningStack } from '#local/stack.ts';

const maxBatch = 25;

const restoreMs = 5 * minuteMs;

/** Moves the progress of a job to a time before the restore began, because a sweep ignores jobs that made progress just now. */
const asRestored = (item: Record<string, AttributeValue>): Record<string, AttributeValue> => {
  const madeAt = item['progressAt']?.S;
  if (madeAt === undefined) return item;
  return { ...item, progressAt: { S: later(madeAt, -restoreMs).toISOString() } };
};

/**
 * Copies the current table of a stack into a new one, with its indexes and TTL. Stands in for point-in-time recovery and its
 * operator, which take five minutes.
 */
export const copyTable = async (stack: RunningStack, to: string): Promise<void> => {
  const { awsEndpoint: endpoint, operator, outputs } = stack;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: { ...operator } });
  const from = outputs['EarshotData']?.['TableName'] ?? '';
  const { Table: schema } = await client.send(new DescribeTableCommand({ TableName: from }));
  await client.send(
    new CreateTableCommand({
      TableName: to,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: schema?.KeySchema,
      AttributeDefinitions: schema?.AttributeDefinitions,
      GlobalSecondaryIndexes: schema?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: to, TimeToLiveSpecification }));
  // A local table fits into one page.
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: from, ConsistentRead: true }));
  for (let at = 0; at < items.length; at += maxBatch) {
    const batch = items.slice(at, at + maxBatch).map((item) => ({ PutRequest: { Item: asRestored(item) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [to]: batch } }));
  }
};
