import { describe, expect, test } from 'vitest';
import { customized, fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize(customized);
const bucket = (name: string) => templates.target({ Ref: `${name}00000000` });

const heldByPeople = [
  ...['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolDomain', 'AWS::SecretsManager::Secret'],
  ...['AWS::ApiGatewayV2::Api', 'AWS::CloudFront::Distribution'],
];

test('what people sign in with, secrets and what addresses consist of are only in EarshotData', () => {
  for (const type of heldByPeople)
    expect(templates.ofType(type).map(({ stack }) => stack)).toEqual(
      templates.ofType(type).map(() => 'EarshotData'),
    );
});

test('only EarshotData is protected from deletion, because the other stacks can be deployed again', () => {
  const protectedStacks = templates.stacks.filter(({ isProtected }) => isProtected);
  expect(protectedStacks.map(({ stack }) => stack)).toEqual(['EarshotData']);
});

// The bucket with the console's files holds no state, because they are built from this repository.
const stateful = templates.resources.filter(
  ({ id, Type }) =>
    ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::S3::Bucket', 'AWS::SQS::Queue'].includes(Type) &&
    !id.startsWith('SiteFiles'),
);

test('resources with customers’ data are only in EarshotData and outlive the stack', () => {
  for (const { stack, DeletionPolicy, UpdateReplacePolicy } of stateful) {
    expect({ stack, DeletionPolicy, UpdateReplacePolicy }).toEqual({
      stack: 'EarshotData',
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  }
  expect(stateful.length).toBe(14);
});

describe('the table', () => {
  const [table] = templates.ofType('AWS::DynamoDB::Table');

  test('the table has point-in-time recovery, on-demand billing and a TTL', () => {
    expect(table?.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  test('the table has deletion protection', () => {
    expect(table?.Properties['DeletionProtectionEnabled']).toBe(true);
  });

  test('the table has the index of due items, and the index of lists, which contains no text', () => {
    expect(table?.Properties['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'due',
        KeySchema: [
          { AttributeName: 'due_shard', KeyType: 'HASH' },
          { AttributeName: 'due_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'listed',
        KeySchema: [
          { AttributeName: 'listed_project', KeyType: 'HASH' },
          { AttributeName: 'listed_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: expect.not.arrayContaining(['request']) },
      },
    ]);
  });
});

describe.each([
  { name: 'Audio', days: 1 },
  { name: 'Results', days: 7 },
])('the bucket $name', ({ name, days }) => {
  const { Properties } = bucket(name);

  test(`the ${name} bucket is private, encrypted and has no access control lists`, () => {
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
  });

  test(`the ${name} bucket deletes every object after ${days} days, including old versions and incomplete uploads`, () => {
    expect(Properties['VersioningConfiguration']).toBeUndefined();
    expect(Properties['LifecycleConfiguration'].Rules).toEqual([
      {
        Status: 'Enabled',
        ExpirationInDays: days,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
  });

  test(`the ${name} bucket refuses connections without TLS, and its policy allows no one`, () => {
    const statements = statementsOn('AWS::S3::BucketPolicy', 'Bucket', name);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(statements.every(({ Effect }) => Effect === 'Deny')).toBe(true);
  });
});

describe('the audio bucket', () => {
  const { Properties, DependsOn } = bucket('Audio');

  test('pages of the allowed origins may only POST to the audio bucket and read the ETag', () => {
    expect(Properties['CorsConfiguration'].CorsRules).toEqual([
      {
        AllowedMethods: ['POST'],
        AllowedOrigins: ['https://a.example', 'https://b.example'],
        AllowedHeaders: ['*'],
        ExposedHeaders: ['ETag'],
        MaxAge: 3000,
      },
    ]);
  });

  test('the audio bucket refuses an upload that was signed more than an hour ago', () => {
    expect(statementsOn('AWS::S3::BucketPolicy', 'Bucket', 'Audio')).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:PutObject',
        Condition: { NumericGreaterThan: { 's3:signatureAge': 3_600_000 } },
      }),
    );
  });

  test('the audio bucket notifies events/upload-received of uploads, but not of objects that workers write', () => {
    const [notification, ...others] = Properties['NotificationConfiguration'].LambdaConfigurations;
    expect(others).toEqual([]);
    expect(fileOf(templates.target(notification.Function))).toBe('events/upload-received.ts');
    expect(notification.Event).toBe('s3:ObjectCreated:*');
    expect(notification.Filter).toEqual({ S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } });
  });

  test('the audio bucket is created after the permission to call the function, because S3 tests it at once', () => {
    expect(DependsOn).toContain('UploadNotification');
    expect(templates.resources.find(({ id }) => id === 'UploadNotification')?.Properties).toMatchObject({
      Principal: 's3.amazonaws.com',
      SourceAccount: { Ref: 'AWS::AccountId' },
    });
  });

  test('only buckets with the name prefix of the audio bucket may call the function', () => {
    const { SourceArn } = templates.resources.find(({ id }) => id === 'UploadNotification')?.Properties ?? {};
    const { id } = templates.target({ Ref: 'Audio00000000' });
    expect(templates.name(SourceArn)).toBe(`arn:AWS::Partition:s3:::earshotdata-${id.toLowerCase()}*`);
  });
});

test('queues are encrypted and refuse connections without TLS', () => {
  for (const queue of templates.ofType('AWS::SQS::Queue')) {
    expect(queue.Properties['SqsManagedSseEnabled']).toBe(true);
    expect(statementsOn('AWS::SQS::QueuePolicy', 'Queues', templates.name({ Ref: queue.id }))).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  }
});

test('the outputs have the names that the scripts of this repository need', () => {
  const outputs = templates.stacks.find(({ stack }) => stack === 'EarshotData')?.Outputs;
  expect(outputs).toMatchObject({ TableName: {}, AudioBucketName: {}, ResultsBucketName: {} });
});

/** The statements of the resource policy of the bucket or queue `name`. */
const statementsOn = (type: string, property: string, name: string): { Effect: string }[] => {
  const policies = templates
    .ofType(type)
    .filter(({ Properties }) => templates.name([Properties[property]].flat()[0]) === name);
  expect(policies.length).toBe(1);
  return policies[0]?.Properties['PolicyDocument'].Statement;
};

test('the key of webhook secrets is rotated, and only its own account may grant its use', () => {
  const [key] = templates.ofType('AWS::KMS::Key');
  expect(key?.Properties['EnableKeyRotation']).toBe(true);
  const principals = key?.Properties['KeyPolicy'].Statement.map(({ Principal }: any) =>
    JSON.stringify(Principal),
  );
  expect(principals).toEqual([expect.stringContaining(':root')]);
});
