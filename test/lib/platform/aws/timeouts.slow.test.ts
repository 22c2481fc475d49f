import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { listen } from '../../../support/listen.ts';

test('a server that never responds fails the call within seconds', async () => {
  const server = createServer(() => {});
  const { requestHandler } = dynamodb().config;
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
    requestHandler,
  });
  await expect(openTable(client, 't').get({ pk: 'a', sk: 'b' })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  server.closeAllConnections();
  server.close();
});
