import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { RestoredTable } from './table.ts';

/** Describes a table. Undefined if it does not exist. */
export const restoredTable = async (
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
): Promise<RestoredTable | undefined> => {
  try {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    const { ContinuousBackupsDescription: backups } = await client.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    const recovery = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    return {
      status: table?.TableStatus ?? 'unknown',
      keys: (table?.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []),
      indexes: (table?.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName }) => IndexName ?? []),
      ttlAttribute: ttl?.TimeToLiveStatus?.startsWith('ENABL') ? ttl.AttributeName : undefined,
      isRecoverable: recovery === 'ENABLED',
      isProtected: table?.DeletionProtectionEnabled ?? false,
      keyArn: table?.SSEDescription?.KMSMasterKeyArn,
    };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};
