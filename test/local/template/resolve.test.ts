import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Stack } from '#local/template/assembly.ts';
import { deploy } from '#local/template/deployment.ts';
import { exportsOf, resolve } from '#local/template/resolve.ts';

const place = {
  region: 'us-east-1',
  accountId: '000000000000',
  awsEndpoint: 'http://127.0.0.1:9001',
  apiEndpoint: 'http://127.0.0.1:9000',
  identityEndpoint: 'http://127.0.0.1:9002',
};

const data: Stack = {
  name: 'Data',
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { Wrong: { 'Fn::Base64': 'x' } } },
  },
  Outputs: {
    ExportedArn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Export: { Name: 'Data:QueueArn' } },
    TableName: { Value: { Ref: 'Table' } },
  },
};
const api: Stack = { name: 'Api', Resources: {}, Outputs: {} };

const inData = (value: unknown) => resolve(value, { stack: data, place, exported: exportsOf([data, api]) });
const inApi = (value: unknown) => resolve(value, { stack: api, place, exported: exportsOf([data, api]) });

describe('intrinsic functions', () => {
  const cases: [name: string, value: unknown, expected: unknown][] = [
    ['Ref of a queue is its URL', { Ref: 'Queue' }, 'http://127.0.0.1:9001/000000000000/data-queue'],
    ['Ref of a table is its name', { Ref: 'Table' }, 'data-table'],
    ['GetAtt', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:data-queue'],
    ['pseudo parameters', [{ Ref: 'AWS::Region' }, { Ref: 'AWS::Partition' }], ['us-east-1', 'aws']],
    [
      'Join to the address of a WebSocket API',
      { 'Fn::Join': ['', ['wss://', { Ref: 'Table' }, '.execute-api.eu-west-1.amazonaws.com/live']] },
      'ws://127.0.0.1:9000/live',
    ],
    [
      'Join to the address of its connections',
      { 'Fn::Join': ['', ['https://', { Ref: 'Table' }, '.execute-api.eu-west-1.amazonaws.com/live']] },
      'http://127.0.0.1:9001/live',
    ],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/data-table'],
    ['Split and Select', { 'Fn::Select': ['1', { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'table'],
    [
      'Sub',
      { 'Fn::Sub': '${AWS::AccountId}:${Table}:${Queue.QueueName}' },
      '000000000000:data-table:data-queue',
    ],
    ['NoValue removes the property', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
    [
      'other values stay',
      { a: [1, true, null], 'Fn::NotAlone': 1 },
      { a: [1, true, null], 'Fn::NotAlone': 1 },
    ],
  ];
  test.each(cases)('a template value is resolved like in CloudFormation: %s', (_name, value, expected) => {
    expect(inData(value)).toEqual(expected);
  });

  test('ImportValue is resolved in the exporting stack', () => {
    expect(inApi({ 'Fn::ImportValue': 'Data:QueueArn' })).toBe(
      'arn:aws:sqs:us-east-1:000000000000:data-queue',
    );
  });
});

describe('values that cannot be resolved', () => {
  test.each([
    ['an unknown attribute', { 'Fn::GetAtt': ['Queue', 'Colour'] }, /no known attribute Colour/],
    ['an unknown resource', { Ref: 'Nothing' }, /no resource Nothing/],
    ['an unknown export', { 'Fn::ImportValue': 'Missing:Export' }, /No stack exports Missing:Export/],
    ['an unknown function', { 'Fn::If': ['a', 'b', 'c'] }, /Fn::If is not supported/],
  ])('a template with %s is refused', (_name, value, message) => {
    expect(() => inData(value)).toThrow(message);
  });

  test('the error for an unsupported property names its resource', () => {
    const deployment = deploy(
      {
        stacks: [
          {
            ...data,
            Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { Size: 'big' } } },
            Outputs: {},
          },
        ],
        assetPath: new Map(),
      },
      place,
    );
    expect(() => deployment.ofType('AWS::SQS::Queue')[0]?.properties(z.object({ Size: z.number() }))).toThrow(
      /AWS::SQS::Queue Q is not supported by the local stack/,
    );
  });
});

test('outputs are grouped by stack and name, without exports', () => {
  const deployment = deploy({ stacks: [data, api], assetPath: new Map() }, place);
  expect(deployment.outputs).toEqual({ Data: { TableName: 'data-table' }, Api: {} });
});

test('long names are shortened to what every service accepts, and stay unique', () => {
  const bucket = { Type: 'AWS::S3::Bucket', Properties: {} };
  const long = 'Long'.repeat(20);
  const stack: Stack = {
    name: 'Data',
    Resources: { [`${long}A`]: bucket, [`${long}B`]: bucket },
    Outputs: {},
  };
  const buckets = deploy({ stacks: [stack], assetPath: new Map() }, place).ofType('AWS::S3::Bucket');
  expect(new Set(buckets.map(({ name }) => name)).size).toBe(2);
  expect(buckets.every(({ name }) => /^[a-z0-9-]{1,63}$/.test(name))).toBe(true);
});
