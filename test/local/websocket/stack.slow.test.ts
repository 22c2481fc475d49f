import {
  ApiGatewayManagementApiClient,
  GetConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startStack, type RunningStack } from '#local/stack.ts';
import { synthesizeTinyApp } from '../tiny-app/app.ts';
import { testFolder } from '../../support/test-folder.ts';

const assemblyDir = testFolder();
let stack: RunningStack;
let url: string;
beforeAll(async () => {
  synthesizeTinyApp(assemblyDir);
  const options = { port: 0, dataDir: undefined, assemblyDir, speechDir: '/speech', log: () => {} };
  stack = await startStack(options);
  url = stack.outputs['TinyLive']?.['Url'] ?? '';
});
afterAll(() => stack.stop());

/** A client of `@connections` or of another service, with these credentials. */
const clientOptions = (credentials = stack.operator) => ({
  endpoint: stack.awsEndpoint,
  region: 'us-east-1',
  maxAttempts: 1,
  // A copy, because the SDK modifies the object.
  credentials: { ...credentials },
});
const connectionsFor = (credentials = stack.operator) =>
  new ApiGatewayManagementApiClient({
    ...clientOptions(credentials),
    endpoint: `${stack.awsEndpoint}/live`,
  });

const hasItem = async (pk: string): Promise<boolean> => {
  const get = new GetItemCommand({
    TableName: stack.outputs['TinyData']?.['TableName'],
    Key: { pk: { S: pk } },
  });
  return (await new DynamoDBClient(clientOptions()).send(get)).Item !== undefined;
};

const connect = async () => {
  const socket = new WebSocket(url, ['tiny.v1', 'right']);
  const messages: Record<string, string>[] = [];
  socket.on('message', (data: unknown) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return { socket, messages };
};

test('the address is that of the HTTP API, with the stage as its path', () => {
  expect(url).toBe(`${stack.baseUrl.replace('http', 'ws')}/live`);
});

test('a message reaches its function, which answers by @connections until the client is gone', async () => {
  const { socket, messages } = await connect();
  expect(socket.protocol).toBe('tiny.v1');
  socket.send('{"type":"hello"}');
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ body: '{"type":"hello"}', user: 'ada' });
  const ConnectionId = messages[0]?.['connectionId'] ?? '';
  expect(await connectionsFor().send(new GetConnectionCommand({ ConnectionId }))).toHaveProperty(
    'ConnectedAt',
  );
  socket.close();
  await expect.poll(() => hasItem(`${ConnectionId} is gone`)).toBe(true);
  const post = new PostToConnectionCommand({ ConnectionId, Data: 'x' });
  await expect(connectionsFor().send(post)).rejects.toBeInstanceOf(GoneException);
});

test('a client with a wrong credential is refused with 401', async () => {
  const socket = new WebSocket(url, ['tiny.v1', 'wrong']);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(401);
  socket.terminate();
});

test('a function without a grant may not send to a connection', async () => {
  const { socket, messages } = await connect();
  socket.send('{}');
  await expect.poll(() => messages).toHaveLength(1);
  const post = new PostToConnectionCommand({ ConnectionId: messages[0]?.['connectionId'], Data: 'x' });
  await expect(connectionsFor(stack.credentialsOf('route')).send(post)).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  expect(messages).toHaveLength(1);
  socket.close();
});
