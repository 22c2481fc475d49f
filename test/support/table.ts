import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { listedFileAttributes } from '#lib/domain/files/file.ts';
import { listedAttributes } from '#lib/domain/transcriptions/listed-transcription.ts';
import type { Backoff } from '#lib/platform/aws/outage.ts';
import { openTable, type Table } from '#lib/platform/aws/table.ts';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';
import { databaseOf, startDynamoDb } from '#local/dynamodb/start.ts';

const string = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });
const hash = (name: string) => ({ AttributeName: name, KeyType: 'HASH' as const });
const range = (name: string) => ({ AttributeName: name, KeyType: 'RANGE' as const });

/** A separate access key id for each test, because a shared DynamoDB separates its databases by it. */
export const anyDatabase = (): string => databaseOf(randomUUID());

/** An empty table with its keys and indexes in a real DynamoDB engine in memory. */
export const startTable = async (
  backoff?: Backoff,
): Promise<{
  table: Table;
  client: DynamoDBClient;
  serve: JsonService;
  stop: () => void;
}> => {
  const accessKeyId = anyDatabase();
  const database = await startDynamoDb(undefined, accessKeyId);
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'test' },
  });
  await client.send(
    new CreateTableCommand({
      TableName: 'table',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'due_shard', 'due_at', 'listed_project', 'listed_at'].map(string),
      KeySchema: [hash('pk'), range('sk')],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [hash('due_shard'), range('due_at')],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: 'listed',
          KeySchema: [hash('listed_project'), range('listed_at')],
          Projection: {
            ProjectionType: 'INCLUDE',
            NonKeyAttributes: [...new Set([...listedAttributes, ...listedFileAttributes])],
          },
        },
      ],
    }),
  );
  const stop = () => {
    client.destroy();
    database.stop();
  };
  return { table: openTable(client, 'table', backoff), client, serve: database.serve, stop };
};
