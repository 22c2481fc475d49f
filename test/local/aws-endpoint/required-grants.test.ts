import { describe, expect, test } from 'vitest';
import { dynamoDbGrants, sqsGrants } from '#local/aws-endpoint/required-grants.ts';
import { localPlace as place } from '../../support/local-place.ts';

const tables = {
  place,
  partitionKeyOf: (table: string, index?: string) =>
    table === 'jobs' ? (index === undefined ? 'pk' : 'due_shard') : 'id',
};
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/jobs';

/** The action and resource of each grant that a DynamoDB request needs. */
const needed = (operation: string, body: unknown) =>
  dynamoDbGrants(operation, body, tables).map(({ action, resource }) => ({ action, resource }));

describe('grants of DynamoDB requests', () => {
  test('a request needs its own action on the table it names', () => {
    expect(needed('GetItem', { TableName: 'jobs' })).toEqual([
      { action: 'dynamodb:GetItem', resource: table },
    ]);
  });

  test('a query of an index needs the grant on the index, not on the table', () => {
    expect(needed('Query', { TableName: 'jobs', IndexName: 'due' })).toEqual([
      { action: 'dynamodb:Query', resource: `${table}/index/due` },
    ]);
  });

  test('a transaction needs the action of each of its entries', () => {
    const TransactItems = [
      { Put: { TableName: 'jobs' } },
      { ConditionCheck: { TableName: 'jobs' } },
      { Update: { TableName: 'others' } },
    ];
    const grants = needed('TransactWriteItems', { TransactItems });
    expect(new Set(grants.map(({ action, resource }) => `${action} ${resource}`))).toEqual(
      new Set([
        `dynamodb:PutItem ${table}`,
        `dynamodb:ConditionCheckItem ${table}`,
        `dynamodb:UpdateItem ${table.replace('jobs', 'others')}`,
      ]),
    );
  });

  test('a batch needs its action on each of its tables', () => {
    expect(needed('BatchGetItem', { RequestItems: { jobs: {}, others: {} } })).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: table },
      { action: 'dynamodb:BatchGetItem', resource: table.replace('jobs', 'others') },
    ]);
  });

  test('a request without a table needs its action on *', () => {
    expect(needed('ListTables', undefined)).toEqual([{ action: 'dynamodb:ListTables', resource: '*' }]);
  });
});

test('sending a batch of messages needs the grant to send one', () => {
  const body = { QueueUrl: 'http://127.0.0.1:9001/000000000000/work' };
  expect(sqsGrants('SendMessageBatch', body, place)).toEqual([
    { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:us-east-1:000000000000:work' },
  ]);
});
