import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoredTable } from '#cdk/doctor/restored-table.ts';
import { listen } from '#local/ports.ts';

const keyArn = 'arn:aws:kms:us-east-1:111122223333:key/1';
const answers: Record<string, object> = {
  DescribeTable: {
    Table: {
      TableStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [{ IndexName: 'due' }, { IndexName: 'listed' }],
      DeletionProtectionEnabled: true,
      SSEDescription: { Status: 'ENABLED', KMSMasterKeyArn: keyArn },
    },
  },
  DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLING', AttributeName: 'ttl' } },
  DescribeContinuousBackups: {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  },
};
const notFound = { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException', message: 'none' };

let stop: () => Promise<void>;
let client: DynamoDBClient;
let served: Record<string, object>;
beforeEach(async () => {
  served = { ...answers };
  const listener = await listen(0);
  listener.serve((request, response) => {
    const operation = request.headers['x-amz-target']?.toString().split('.')[1] ?? '';
    const answer = served[operation] ?? notFound;
    const status = answer === notFound ? 400 : 200;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  stop = listener.close;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new DynamoDBClient({ endpoint: listener.url, region: 'us-east-1', credentials });
});
afterEach(() => stop());

test('a restored table is described with what a restore leaves out', async () => {
  expect(await restoredTable(client, 'restored')).toEqual({
    status: 'ACTIVE',
    keys: ['pk', 'sk'],
    indexes: ['due', 'listed'],
    ttlAttribute: 'ttl',
    isRecoverable: true,
    isProtected: true,
    keyArn,
  });
});

test('a table as it is after a restore is described without TTL, recovery, protection and key', async () => {
  served = {
    DescribeTable: { Table: { TableStatus: 'CREATING' } },
    DescribeTimeToLive: { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED', AttributeName: 'ttl' } },
    DescribeContinuousBackups: { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED' } },
  };
  expect(await restoredTable(client, 'restored')).toEqual({
    status: 'CREATING',
    keys: [],
    indexes: [],
    ttlAttribute: undefined,
    isRecoverable: false,
    isProtected: false,
    keyArn: undefined,
  });
});

test('there are no facts about a restored table that does not exist', async () => {
  served = {};
  expect(await restoredTable(client, 'none')).toBeUndefined();
});
