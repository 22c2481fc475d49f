import { describe, expect, test } from 'vitest';
import { dynamoDbGrants, sqsGrants } from '#local/aws-endpoint/required-grants.ts';

const place = {
  region: 'eu-west-1',
  accountId: '000000000000',
  awsEndpoint: '',
  apiEndpoint: '',
  identityEndpoint: '',
};
const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/jobs';

describe('a DynamoDB request needs', () => {
  test('its own action on the table it names', () => {
    expect(dynamoDbGrants('GetItem', { TableName: 'jobs' }, place)).toEqual([
      { action: 'dynamodb:GetItem', resource: table },
    ]);
  });

  test('the index, not the table, when it reads an index', () => {
    expect(dynamoDbGrants('Query', { TableName: 'jobs', IndexName: 'due' }, place)).toEqual([
      { action: 'dynamodb:Query', resource: `${table}/index/due` },
    ]);
  });

  test('the action of each entry of a transaction', () => {
    const TransactItems = [
      { Put: { TableName: 'jobs' } },
      { ConditionCheck: { TableName: 'jobs' } },
      { Update: { TableName: 'others' } },
    ];
    expect(dynamoDbGrants('TransactWriteItems', { TransactItems }, place)).toEqual([
      { action: 'dynamodb:PutItem', resource: table },
      { action: 'dynamodb:ConditionCheckItem', resource: table },
      { action: 'dynamodb:UpdateItem', resource: table.replace('jobs', 'others') },
    ]);
  });

  test('a batch action on every table of the batch', () => {
    expect(dynamoDbGrants('BatchGetItem', { RequestItems: { jobs: {}, others: {} } }, place)).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: table },
      { action: 'dynamodb:BatchGetItem', resource: table.replace('jobs', 'others') },
    ]);
  });

  test('everything, when nothing is named', () => {
    expect(dynamoDbGrants('ListTables', undefined, place)).toEqual([
      { action: 'dynamodb:ListTables', resource: '*' },
    ]);
  });
});

test('a batch of messages needs the grant of one', () => {
  const body = { QueueUrl: 'http://127.0.0.1:9001/000000000000/work' };
  expect(sqsGrants('SendMessageBatch', body, place)).toEqual([
    { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:eu-west-1:000000000000:work' },
  ]);
});
