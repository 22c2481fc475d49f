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

describe('each intrinsic function gives what CloudFormation would', () => {
  const cases: [name: string, value: unknown, expected: unknown][] = [
    ['Ref of a queue is its URL', { Ref: 'Queue' }, 'http://127.0.0.1:9001/000000000000/data-queue'],
    ['Ref of a table is its name', { Ref: 'Table' }, 'data-table'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:data-queue'],
    ['GetAtt as a path', { 'Fn::GetAtt': 'Queue.QueueName' }, 'data-queue'],
    ['pseudo parameters', [{ Ref: 'AWS::Region' }, { Ref: 'AWS::Partition' }], ['us-east-1', 'aws']],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/data-table'],
    ['Split and Select', { 'Fn::Select': ['1', { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'table'],
    [
      'Sub',
      { 'Fn::Sub': '${AWS::AccountId}:${Table}:${Queue.QueueName}:${!Kept}' },
      '000000000000:data-table:data-queue:${Kept}',
    ],
    ['Sub with its own names', { 'Fn::Sub': ['${x}', { x: { Ref: 'Table' } }] }, 'data-table'],
    ['NoValue removes the property', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
    [
      'other values stay',
      { a: [1, true, null], 'Fn::NotAlone': 1 },
      { a: [1, true, null], 'Fn::NotAlone': 1 },
    ],
  ];
  test.each(cases)('%s', (_name, value, expected) => {
    expect(inData(value)).toEqual(expected);
  });

  test('ImportValue reads the exporting stack, not the importing one', () => {
    expect(inApi({ 'Fn::ImportValue': 'Data:QueueArn' })).toBe(
      'arn:aws:sqs:us-east-1:000000000000:data-queue',
    );
  });
});

describe('what cannot be resolved stops the boot', () => {
  test.each([
    ['an unknown attribute', { 'Fn::GetAtt': ['Queue', 'Colour'] }, /no known attribute Colour/],
    ['an unknown resource', { Ref: 'Nothing' }, /no resource Nothing/],
    ['an unknown export', { 'Fn::ImportValue': 'Nobody:Exports' }, /No stack exports Nobody:Exports/],
    ['an unknown function', { 'Fn::If': ['a', 'b', 'c'] }, /Fn::If is not supported/],
  ])('%s', (_name, value, message) => {
    expect(() => inData(value)).toThrow(message);
  });

  test('a property the reader does not know names its resource', () => {
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
      /AWS::SQS::Queue Q is not supported here/,
    );
  });
});

test('outputs are by stack and name, without the exports', () => {
  const deployment = deploy({ stacks: [data, api], assetPath: new Map() }, place);
  expect(deployment.outputs).toEqual({ Data: { TableName: 'data-table' }, Api: {} });
});

test('long names are cut to what every service accepts, and stay different', () => {
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
