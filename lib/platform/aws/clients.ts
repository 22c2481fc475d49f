import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';

// A call that hangs fails within seconds. The SDK then retries it with jitter.
const quick = { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true };
const maxAttempts = 4;

// Authentication may need two calls. All their attempts together end before the function's timeout.
export const dynamodb = (): DynamoDBClient =>
  new DynamoDBClient({ maxAttempts, requestHandler: { ...quick, requestTimeout: 2_500 } });

export const kms = (): KMSClient => new KMSClient({ maxAttempts, requestHandler: quick });

export const sqs = (): SQSClient => new SQSClient({ maxAttempts, requestHandler: quick });

export const lambda = (): LambdaClient => new LambdaClient({ maxAttempts, requestHandler: quick });

/** For the connections of one stage of a WebSocket API. */
export const webSocketConnections = (endpoint: string): ApiGatewayManagementApiClient =>
  new ApiGatewayManagementApiClient({ endpoint, maxAttempts, requestHandler: quick });

export const s3 = (): S3Client => new S3Client({ maxAttempts, requestHandler: quick });

export const secretsManager = (): SecretsManagerClient =>
  new SecretsManagerClient({ maxAttempts, requestHandler: quick });

// Few attempts, because a person waits for the answer, which contains the link anyway.
export const ses = (): SESv2Client => new SESv2Client({ maxAttempts: 2, requestHandler: quick });

/** For objects of up to 500 MB. The timeout limits silence on the socket, not the whole transfer. */
export const s3ForTransfers = (): S3Client =>
  new S3Client({ maxAttempts, requestHandler: { connectionTimeout: 1_000, socketTimeout: 30_000 } });
