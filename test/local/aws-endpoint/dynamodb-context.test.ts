import { describe, expect, test } from 'vitest';
import { dynamoDbGrants } from '#local/aws-endpoint/required-grants.ts';

const place = {
  region: 'eu-west-1',
  accountId: '000000000000',
  awsEndpoint: '',
  apiEndpoint: '',
  identityEndpoint: '',
};
const partitionKeyOf = (_table: string, index?: string) => (index === undefined ? 'pk' : 'due_shard');

const TableName = 'jobs';
const Key = { pk: { S: 'prj_a/ofq_b' }, sk: { S: 'job' } };

/** What IAM is told of each part of a request. */
const told = (operation: string, body: object) =>
  dynamoDbGrants(operation, { TableName, ...body }, { place, partitionKeyOf }).map(({ context }) => context);
const keysOf = (operation: string, body: object) =>
  told(operation, body).map((context) => context?.['dynamodb:LeadingKeys']);
const attributesOf = (operation: string, body: object) =>
  told(operation, body)[0]?.['dynamodb:Attributes']?.toSorted();

describe('the leading keys of a request are', () => {
  test.each([
    ['GetItem', { Key }],
    ['UpdateItem', { Key }],
    ['DeleteItem', { Key }],
    ['PutItem', { Item: { ...Key, status: { S: 'queued' } } }],
  ])('the partition key that %s names', (operation, body) => {
    expect(keysOf(operation, body)).toEqual([['prj_a/ofq_b']]);
  });

  test.each([
    ['pk = :key', {}],
    ['#k=:key AND sk > :other', { '#k': 'pk' }],
    ['sk > :other AND :key = pk', {}],
  ])('what a query says that it is equal to: %s', (KeyConditionExpression, ExpressionAttributeNames) => {
    const ExpressionAttributeValues = { ':key': { S: 'key/1' }, ':other': { S: 'x' } };
    expect(
      keysOf('Query', { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }),
    ).toEqual([['key/1']]);
  });

  test('the same in the older form of a query', () => {
    const KeyConditions = { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'key/1' }] } };
    expect(keysOf('Query', { KeyConditions })).toEqual([['key/1']]);
  });

  test('that of the index, when a query asks an index', () => {
    expect(
      keysOf('Query', {
        IndexName: 'due',
        KeyConditionExpression: 'due_shard = :shard AND due_at <= :now',
        ExpressionAttributeValues: { ':shard': { S: 'due-1' }, ':now': { S: '2026' } },
      }),
    ).toEqual([['due-1']]);
  });

  test('those of all items of a batch', () => {
    const other = { pk: { S: 'key/1' }, sk: { S: 'key' } };
    expect(keysOf('BatchGetItem', { RequestItems: { jobs: { Keys: [Key, other] } } })).toEqual([
      ['prj_a/ofq_b', 'key/1'],
    ]);
    const writes = [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: other } }];
    expect(keysOf('BatchWriteItem', { RequestItems: { jobs: writes } })).toEqual([['prj_a/ofq_b', 'key/1']]);
  });

  test('those of each part of a transaction by itself', () => {
    const TransactItems = [
      { Put: { TableName, Item: { pk: { S: 'prj_a/evt_c' } } } },
      { Update: { TableName, Key } },
      { ConditionCheck: { TableName, Key: { pk: { S: 'prj_a/file_d' } } } },
    ];
    expect(keysOf('TransactWriteItems', { TransactItems })).toEqual([
      ['prj_a/evt_c'],
      ['prj_a/ofq_b'],
      ['prj_a/file_d'],
    ]);
  });

  test('none for a scan', () => {
    expect(keysOf('Scan', { FilterExpression: 'pk = :key' })).toEqual([[]]);
  });

  test('not known when the request cannot be read, so that no grant of items is for it', () => {
    expect(told('GetItem', { Key: 'prj_a/ofq_b' })).toEqual([{}]);
    expect(told('UpdateItem', { Key, UpdateExpression: 7 })).toEqual([{}]);
  });
});

describe('the attributes of a request are', () => {
  test('those that an update names in any expression, by placeholder or plainly, and its keys', () => {
    expect(
      attributesOf('UpdateItem', {
        Key,
        UpdateExpression:
          'SET #status = :s, attempt = attempt + :one, startedAt = if_not_exists(startedAt, :now) REMOVE fetched ADD doneChunks :c',
        ConditionExpression:
          'attribute_exists(completedAt) AND (size(unfinished) < :max OR NOT contains (tags, :t)) AND due_at BETWEEN :a AND :b',
        ExpressionAttributeNames: { '#status': 'status' },
      }),
    ).toEqual(
      [
        ...['attempt', 'completedAt', 'doneChunks', 'due_at', 'fetched', 'pk', 'sk', 'startedAt', 'status'],
        ...['tags', 'unfinished'],
      ].toSorted(),
    );
  });

  test('of a path its first part', () => {
    expect(
      attributesOf('UpdateItem', { Key, UpdateExpression: 'SET request.context = :x, list[0].name = :y' }),
    ).toEqual(['list', 'pk', 'request', 'sk']);
  });

  test('all that an item has which is put', () => {
    expect(attributesOf('PutItem', { Item: { ...Key, fingerprint: { S: 'x' } } })).toEqual([
      'fingerprint',
      'pk',
      'sk',
    ]);
  });

  test('those of the older forms too', () => {
    expect(
      attributesOf('UpdateItem', { Key, AttributeUpdates: { fingerprint: {} }, Expected: { status: {} } }),
    ).toEqual(['fingerprint', 'pk', 'sk', 'status']);
  });
});
