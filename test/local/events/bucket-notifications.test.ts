import { describe, expect, test } from 'vitest';
import { bucketNotifications, objectCreatedEvent } from '#local/events/bucket-notifications.ts';
import { deploy } from '#local/template/deployment.ts';
import { localPlace as place } from '../../support/local-place.ts';

const notifications = (permission: object, filter?: object) => {
  const configuration = {
    Event: 's3:ObjectCreated:*',
    Function: { 'Fn::GetAtt': ['Fn', 'Arn'] },
    Filter: filter,
  };
  const Resources = {
    Fn: { Type: 'AWS::Lambda::Function', Properties: {} },
    Bucket: {
      Type: 'AWS::S3::Bucket',
      Properties: { NotificationConfiguration: { LambdaConfigurations: [configuration] } },
    },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: { FunctionName: { Ref: 'Fn' }, ...permission },
    },
  };
  return bucketNotifications(
    deploy({ stacks: [{ name: 'S', Resources, Outputs: {} }], assetPath: new Map() }, place),
  );
};

const fromS3 = { Principal: 's3.amazonaws.com', SourceAccount: { Ref: 'AWS::AccountId' } };

test('only objects that match the filter in the template cause notifications', () => {
  const rules = [
    { Name: 'prefix', Value: 'in/' },
    { Name: 'suffix', Value: '.wav' },
  ];
  const [one] = notifications(fromS3, { S3Key: { Rules: rules } });
  expect(one).toMatchObject({ bucket: 's-bucket', functionName: 's-fn' });
  expect(one?.matches({ eventName: 'ObjectCreated:Post', key: 'in/a.wav' })).toBe(true);
  expect(one?.matches({ eventName: 'ObjectCreated:Post', key: 'out/a.wav' })).toBe(false);
  expect(one?.matches({ eventName: 'ObjectCreated:Post', key: 'in/a.mp3' })).toBe(false);
});

describe('permissions of notifications', () => {
  test.each([
    ['of another service', { Principal: 'events.amazonaws.com' }],
    ['of another account', { Principal: 's3.amazonaws.com', SourceAccount: '111111111111' }],
    ['for another bucket', { Principal: 's3.amazonaws.com', SourceArn: 'arn:aws:s3:::other' }],
  ])('a notification with only a permission %s prevents the start', (_name, permission) => {
    expect(() => notifications(permission)).toThrow(/No permission in the template/);
  });
});

test('the event encodes the key like S3: + for a space, and unchanged slashes', () => {
  const created = {
    eventName: 'ObjectCreated:Post' as const,
    bucket: 'b',
    key: 'in/a b+ä.wav',
    size: 3,
    eTag: '"abc"',
    at: new Date('2026-11-20T23:14:00Z'),
  };
  expect(objectCreatedEvent(created, 'us-east-1')).toMatchObject({
    Records: [
      {
        eventSource: 'aws:s3',
        eventName: 'ObjectCreated:Post',
        eventTime: '2026-11-20T23:14:00.000Z',
        s3: {
          bucket: { name: 'b', arn: 'arn:aws:s3:::b' },
          object: {
            key: 'in/a+b%2B%C3%A4.wav',
            size: 3,
            eTag: 'abc',
            sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
          },
        },
      },
    ],
  });
});
