import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';

test('a server that never responds fails the call within seconds', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { requestHandler } = dynamodb().config;
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
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
