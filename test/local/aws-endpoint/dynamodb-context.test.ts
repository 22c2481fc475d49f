import { describe, expect, test } from 'vitest';
import { dynamoDbGrants } from '#local/aws-endpoint/required-grants.ts';
import { localPlace as place } from '../../support/local-place.ts';

const partitionKeyOf = (_table: string, index?: string) => (index === undefined ? 'pk' : 'due_shard');

const TableName = 'jobs';
const Key = { pk: { S: 'prj_a/ofq_b' }, sk: { S: 'job' } };

/** The condition keys of a request, by the part of the request. */
const contexts = (operation: string, body: object) =>
  dynamoDbGrants(operation, { TableName, ...body }, { place, partitionKeyOf }).map(({ context }) => context);
const keysOf = (operation: string, body: object) =>
  contexts(operation, body).map((context) => context?.['dynamodb:LeadingKeys']);
const attributesOf = (operation: string, body: object) =>
  contexts(operation, body)[0]?.['dynamodb:Attributes']?.toSorted();

describe('leading keys', () => {
  test.each([
    ['GetItem', { Key }],
    ['UpdateItem', { Key }],
    ['DeleteItem', { Key }],
    ['PutItem', { Item: { ...Key, status: { S: 'queued' } } }],
  ])('the leading key of %s is its partition key', (operation, body) => {
    expect(keysOf(operation, body)).toEqual([['prj_a/ofq_b']]);
  });

  test.each([
    ['pk = :key', {}],
    ['#k=:key AND sk > :other', { '#k': 'pk' }],
    ['sk > :other AND :key = pk', {}],
  ])(
    'the leading key of a query is the compared partition key: %s',
    (KeyConditionExpression, ExpressionAttributeNames) => {
      const ExpressionAttributeValues = { ':key': { S: 'key/1' }, ':other': { S: 'x' } };
      expect(
        keysOf('Query', { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }),
      ).toEqual([['key/1']]);
    },
  );

  test('the leading key of an index query is the partition key of the index', () => {
    expect(
      keysOf('Query', {
        IndexName: 'due',
        KeyConditionExpression: 'due_shard = :shard AND due_at <= :now',
        ExpressionAttributeValues: { ':shard': { S: 'due-1' }, ':now': { S: '2026' } },
      }),
    ).toEqual([['due-1']]);
  });

  test('the leading keys of a batch are those of all its items', () => {
    const other = { pk: { S: 'key/1' }, sk: { S: 'key' } };
    expect(keysOf('BatchGetItem', { RequestItems: { jobs: { Keys: [Key, other] } } })).toEqual([
      ['prj_a/ofq_b', 'key/1'],
    ]);
    const writes = [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: other } }];
    expect(keysOf('BatchWriteItem', { RequestItems: { jobs: writes } })).toEqual([['prj_a/ofq_b', 'key/1']]);
  });

  test('a transaction needs its rights for the keys of each entry, of all entries with its action, and of all entries', () => {
    const TransactItems = [
      { Put: { TableName, Item: { pk: { S: 'prj_a/evt_c' } } } },
      { Update: { TableName, Key } },
      { Update: { TableName, Key: { pk: { S: 'prj_a/queue' } } } },
    ];
    const [event, job, queue] = ['prj_a/evt_c', 'prj_a/ofq_b', 'prj_a/queue'];
    const all = [event, job, queue];
    expect(keysOf('TransactWriteItems', { TransactItems })).toEqual([
      ...[[event], [event], all],
      ...[[job], [job, queue], all],
      ...[[queue], [job, queue], all],
    ]);
  });

  test('a scan has no leading keys', () => {
    expect(keysOf('Scan', { FilterExpression: 'pk = :key' })).toEqual([[]]);
  });

  test('a malformed request has no condition keys, so no grant on items matches it', () => {
    expect(contexts('GetItem', { Key: 'prj_a/ofq_b' })).toEqual([{}]);
    expect(contexts('UpdateItem', { Key, UpdateExpression: 7 })).toEqual([{}]);
  });

  test('a request with a parameter older than expressions has no condition keys either', () => {
    const KeyConditions = { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'key/1' }] } };
    expect(contexts('Query', { KeyConditions })).toEqual([{}]);
    expect(contexts('UpdateItem', { Key, AttributeUpdates: { fingerprint: {} } })).toEqual([{}]);
  });
});

describe('attributes', () => {
  test('the attributes of an update are its keys and all names in its expressions, with or without placeholders', () => {
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

  test('the attribute of a path is its first part', () => {
    expect(
      attributesOf('UpdateItem', { Key, UpdateExpression: 'SET request.context = :x, list[0].name = :y' }),
    ).toEqual(['list', 'pk', 'request', 'sk']);
  });

  test('the attributes of a query are all names in its expressions', () => {
    expect(
      attributesOf('Query', {
        KeyConditionExpression: 'pk = :key',
        FilterExpression: 'expiresAt > :now',
        ProjectionExpression: 'eTag, fetched',
      }),
    ).toEqual(['eTag', 'expiresAt', 'fetched', 'pk']);
  });

  test('the attributes of PutItem are those of its item', () => {
    expect(attributesOf('PutItem', { Item: { ...Key, fingerprint: { S: 'x' } } })).toEqual([
      'fingerprint',
      'pk',
      'sk',
    ]);
  });
});
