import { describe, expect, test } from 'vitest';
import { fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize({
  allowedOrigins: 'https://a.example,https://b.example',
  resultRetentionDays: '7',
});
const bucket = (name: string) => templates.target({ Ref: `${name}00000000` });

// The files of the console's page are made from this repository, whenever they are needed.
const stateful = templates.resources.filter(
  ({ id, Type }) =>
    ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::S3::Bucket', 'AWS::SQS::Queue'].includes(Type) &&
    !id.startsWith('SiteFiles'),
);

test('what holds customers’ work outlives the stack, and lives in EarshotData alone', () => {
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

  test('can be restored to any second, bills by request and drops what is past its ttl', () => {
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

  test('cannot be deleted by mistake', () => {
    expect(table?.Properties['DeletionProtectionEnabled']).toBe(true);
  });

  test('has the index the sweeper asks for what is due, and that of the lists, which carries no text', () => {
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

  test('is private, encrypted and without access lists', () => {
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

  test(`forgets every object after ${days} days, old versions and unfinished uploads included`, () => {
    expect(Properties['VersioningConfiguration']).toBeUndefined();
    expect(Properties['LifecycleConfiguration'].Rules).toEqual([
      {
        Status: 'Enabled',
        ExpirationInDays: days,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
  });

  test('refuses connections without TLS, and allows nobody by its policy', () => {
    const statements = statementsOn('AWS::S3::BucketPolicy', 'Bucket', name);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(statements.every(({ Effect }) => Effect === 'Deny')).toBe(true);
  });
});

describe('the audio bucket', () => {
  const { Properties, DependsOn } = bucket('Audio');

  test('lets pages of the allowed origins POST and see the ETag, and nothing else', () => {
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

  test('refuses an upload signed more than an hour ago', () => {
    expect(statementsOn('AWS::S3::BucketPolicy', 'Bucket', 'Audio')).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:PutObject',
        Condition: { NumericGreaterThan: { 's3:signatureAge': 3_600_000 } },
      }),
    );
  });

  test('tells events/upload-received of each upload, and of nothing the workers write', () => {
    const [notification, ...others] = Properties['NotificationConfiguration'].LambdaConfigurations;
    expect(others).toEqual([]);
    expect(fileOf(templates.target(notification.Function))).toBe('events/upload-received.ts');
    expect(notification.Event).toBe('s3:ObjectCreated:*');
    expect(notification.Filter).toEqual({ S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } });
  });

  test('is created after the permission to call the function, which S3 tries out at once', () => {
    expect(DependsOn).toContain('UploadNotification');
    expect(templates.resources.find(({ id }) => id === 'UploadNotification')?.Properties).toMatchObject({
      Principal: 's3.amazonaws.com',
      SourceAccount: { Ref: 'AWS::AccountId' },
    });
  });

  test('is the only bucket that may call the function, as far as its name is known beforehand', () => {
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

test('the outputs name what the scripts of this repository need', () => {
  const outputs = templates.stacks.find(({ stack }) => stack === 'EarshotData')?.Outputs;
  expect(outputs).toMatchObject({ TableName: {}, AudioBucketName: {}, ResultsBucketName: {} });
});

/** The statements of the resource policy that hangs on the bucket or queue `name`. */
const statementsOn = (type: string, property: string, name: string): { Effect: string }[] => {
  const policies = templates
    .ofType(type)
    .filter(({ Properties }) => templates.name([Properties[property]].flat()[0]) === name);
  expect(policies.length).toBe(1);
  return policies[0]?.Properties['PolicyDocument'].Statement;
};

test('the key of webhook secrets is rotated, and only its own account may allow its use', () => {
  const [key] = templates.ofType('AWS::KMS::Key');
  expect(key?.Properties['EnableKeyRotation']).toBe(true);
  const principals = key?.Properties['KeyPolicy'].Statement.map(({ Principal }: any) =>
    JSON.stringify(Principal),
  );
  expect(principals).toEqual([expect.stringContaining(':root')]);
});
