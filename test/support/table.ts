import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Backoff } from '#lib/platform/aws/outage.ts';
import { type Item, openTable, type Table } from '#lib/platform/aws/table.ts';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';
import { databaseOf, type DynamoDb, signatureOf, startDynamoDb } from '#local/dynamodb/start.ts';
import { type Calls, countDynamoDb, noCalls } from './count-calls.ts';
import { listedAttributes } from './listed-attributes.ts';
import { memoryTable } from './memory-table.ts';

const string = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const });
const hash = (name: string) => ({ AttributeName: name, KeyType: 'HASH' as const });
const range = (name: string) => ({ AttributeName: name, KeyType: 'RANGE' as const });

/** A separate access key id for each test, because a shared DynamoDB separates its databases by it. */
export const anyDatabase = (): string => databaseOf(randomUUID());

const accessKeyId = anyDatabase();
const secretAccessKey = 'test';

// Starting an engine takes a tenth of a second, so all tables of a process share one. It ends with the process.
let engine: Promise<DynamoDb> | undefined;

/** The connections to the engine. All clients share them. */
let requestHandler: DynamoDBClient['config']['requestHandler'] | undefined;

// The engine does not verify signatures, and real ones take a third of the time of a call.
const signer = {
  sign: async <T extends { headers: Record<string, string> }>(request: T): Promise<T> => {
    const date = '20260101T000000Z';
    Object.assign(request.headers, { 'x-amz-date': date, authorization: signatureOf(accessKeyId, date) });
    return request;
  },
};

/** An empty table with its keys and indexes in a real DynamoDB engine in memory. */
export const startTable = async (
  backoff?: Backoff,
): Promise<{
  table: Table;
  tableName: string;
  client: DynamoDBClient;
  serve: JsonService;
}> => {
  engine ??= startDynamoDb(undefined, accessKeyId);
  const { url, serve } = await engine;
  const tableName = `table-${randomUUID()}`;
  const client = new DynamoDBClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    signer,
    ...(requestHandler && { requestHandler }),
  });
  ({ requestHandler } = client.config);
  // The middleware copies the input and output of each call for a log that is never read.
  client.middlewareStack.remove('loggerMiddleware');
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
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
            NonKeyAttributes: [...listedAttributes],
          },
        },
      ],
    }),
  );
  return {
    table: openTable(client, tableName, backoff),
    tableName,
    client,
    serve,
  };
};

/** `calls` of a table that counts them. */
export type TestTable = { readonly table: Table; readonly calls?: Calls };

/**
 * An empty table. With `TABLE=memory` (`npm run verify`) it is in memory, because DynamoDB's client takes half of the processor
 * time of these tests. Without it (`npm test`), the tests run on the real engine.
 */
export const anyTable = async (): Promise<TestTable> =>
  process.env['TABLE'] === 'memory' ? { table: memoryTable().table } : startTable();

/** Like `anyTable`, with a function that returns all its items, which the service never reads. */
export const anyReadableTable = async (): Promise<
  TestTable & { readonly items: () => Promise<readonly Item[]> }
> => {
  if (process.env['TABLE'] === 'memory') {
    const { table, partitions } = memoryTable();
    return { table, items: async () => [...partitions.values()].flatMap(({ items }) => [...items.values()]) };
  }
  const { table, client, tableName: TableName } = await startTable();
  const items = async () => {
    const found: Item[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      found.push(...Items.map((item) => unmarshall(item)));
    return found;
  };
  return { table, items };
};

/** An empty table in a real DynamoDB engine that counts the calls to it. */
export const startCountedTable = async (): Promise<TestTable & { readonly calls: Calls }> => {
  const { table, client } = await startTable();
  const calls = noCalls();
  countDynamoDb(client, calls);
  return { table, calls };
};
