import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';

// A call that hangs would outlive the request: fail within seconds and let the SDK's jittered retry try again.
const quick = { connectionTimeout: 1_000, requestTimeout: 5_000 };

export const dynamodb = (): DynamoDBClient => new DynamoDBClient({ maxAttempts: 4, requestHandler: quick });

export const sqs = (): SQSClient => new SQSClient({ maxAttempts: 4, requestHandler: quick });

/** For objects of up to 500 MB: the time-out counts silence on the socket, not the whole transfer. */
export const s3 = (): S3Client =>
  new S3Client({ maxAttempts: 4, requestHandler: { connectionTimeout: 1_000, socketTimeout: 30_000 } });
