import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Call } from '#local/aws-endpoint/json-service.ts';
import { expireItems } from '#local/dynamodb/expire-items.ts';
import { startDynamoDb, type DynamoDb } from '#local/dynamodb/start.ts';
import { restoredTables } from '#local/dynamodb/restored-tables.ts';
import { createTables } from '#local/dynamodb/tables.ts';
import { deploy } from '#local/template/deployment.ts';
import { anyDatabase } from '../../support/table.ts';
import { localPlace as place } from '../../support/local-place.ts';

const TableName = 's-table';

const Update = z.object({
  GlobalSecondaryIndexUpdates: z.array(z.object({ Create: z.object({ IndexName: z.string() }) })),
});

let dynamodb: DynamoDb;
beforeEach(async () => {
  dynamodb = await startDynamoDb(undefined, anyDatabase());
});
afterEach(() => dynamodb.stop());

const index = (name: string, attribute: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: attribute, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'KEYS_ONLY' },
});

const deploymentWith = (...attributes: string[]) => {
  const Properties = {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: ['pk', ...attributes].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    ...(attributes.length > 0 && {
      GlobalSecondaryIndexes: attributes.map((name) => index(`by_${name}`, name)),
    }),
  };
  const Resources = { Table: { Type: 'AWS::DynamoDB::Table', Properties } };
  return deploy({ stacks: [{ name: 'S', Resources, Outputs: {} }], assetPath: new Map() }, place);
};

const boot = (...attributes: string[]) => createTables(deploymentWith(...attributes), dynamodb.call);

test('every start adds the indexes of the template that the table lacks, and keeps its items', async () => {
  await boot();
  await dynamodb.call('PutItem', { TableName, Item: { pk: { S: 'kept' }, kind: { S: 'old' } } });
  await boot('kind');
  await boot('kind', 'owner');
  const query = {
    TableName,
    IndexName: 'by_kind',
    KeyConditionExpression: 'kind = :kind',
    ExpressionAttributeValues: { ':kind': { S: 'old' } },
  };
  expect(await dynamodb.call('Query', query)).toMatchObject({ Items: [{ pk: { S: 'kept' } }] });
});

test('indexes are created one at a time, each after the previous one is active', async () => {
  const steps: string[] = [];
  const indexes = new Map<string, string>();
  const call: Call = async (operation, input) => {
    if (operation === 'DescribeTable') {
      const made = Array.from(indexes, ([IndexName, IndexStatus]) => ({ IndexName, IndexStatus }));
      return { Table: { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: made } };
    }
    const { GlobalSecondaryIndexUpdates: updates } = Update.parse(input);
    for (const { Create } of updates) indexes.set(Create.IndexName, 'CREATING');
    steps.push(`${operation} ${[...indexes.keys()].join(' ')}`);
    return {};
  };
  const wait = async () => {
    steps.push(`wait ${[...indexes.values()].join(' ')}`);
    for (const name of indexes.keys()) indexes.set(name, 'ACTIVE');
  };
  await createTables(deploymentWith('kind', 'owner'), call, wait);
  expect(steps).toEqual([
    'UpdateTable by_kind',
    'wait CREATING',
    'UpdateTable by_kind by_owner',
    'wait ACTIVE CREATING',
  ]);
});

test('a table that cannot be described while it gets an index is described again', async () => {
  const steps: string[] = [];
  const call: Call = async (operation) => {
    const isMakingIndex = steps.at(-1) === 'UpdateTable';
    steps.push(operation);
    if (isMakingIndex) throw Object.assign(new Error('unknown error'), { name: 'InternalFailure' });
    return { Table: { TableStatus: 'ACTIVE' } };
  };
  await createTables(deploymentWith('kind'), call, async () => {});
  expect(steps.slice(-3)).toEqual(['UpdateTable', 'DescribeTable', 'DescribeTable']);
});

test('expireItems deletes items after their TTL, and no others', async () => {
  const tables = await boot('kind');
  const put = (pk: string, ttl?: number) =>
    dynamodb.call('PutItem', { TableName, Item: { pk: { S: pk }, ...(ttl && { ttl: { N: String(ttl) } }) } });
  await Promise.all([put('past', 1000), put('now', 2000), put('future', 3000), put('no time')]);
  expect(await expireItems(tables, dynamodb.call, new Date(2_000_000))).toBe(1);
  const scan = { TableName, FilterExpression: 'attribute_exists(pk)', ProjectionExpression: 'pk' };
  expect(await dynamodb.call('Scan', scan)).toMatchObject({
    Items: expect.not.arrayContaining([{ pk: { S: 'past' } }]),
    Count: 3,
  });
});

test('a table that no template makes is known with its keys and its TTL', async () => {
  const made = await boot('kind');
  expect(await restoredTables(made, dynamodb.call)).toEqual([]);
  const restored = {
    TableName: 'restored',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: ['pk', 'kind'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    GlobalSecondaryIndexes: [index('by_kind', 'kind')],
  };
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await dynamodb.call('CreateTable', restored);
  await dynamodb.call('UpdateTimeToLive', { TableName: 'restored', TimeToLiveSpecification });
  expect(await restoredTables(made, dynamodb.call)).toEqual([{ ...made[0], name: 'restored' }]);
});

test('an error has the DynamoDB error code as its name', async () => {
  await expect(
    dynamodb.call('GetItem', { TableName: 'none', Key: { pk: { S: 'x' } } }),
  ).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});
