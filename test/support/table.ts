import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { listedFileAttributes } from '#lib/files/file.ts';
import { listedAttributes } from '#lib/transcriptions/listed-transcription.ts';
import { openTable, type Table } from '#lib/aws/table.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';

const string = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });
const hash = (name: string) => ({ AttributeName: name, KeyType: 'HASH' as const });
const range = (name: string) => ({ AttributeName: name, KeyType: 'RANGE' as const });

/** The one table with its keys and index, empty, in a real DynamoDB engine that lives in memory. */
export const startTable = async (): Promise<{
  table: Table;
  client: DynamoDBClient;
  url: string;
  stop: () => void;
}> => {
  const database = await startDynamoDb(undefined);
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
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
  return { table: openTable(client, 'table'), client, url: database.url, stop };
};
