import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConnections } from '#lib/platform/aws/connections.ts';
import { listen } from '../../../support/listen.ts';

let answer: { readonly status: number; readonly error?: string };
/** Method, path and body of each request. */
let requests: string[];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    requests.push(`${request.method} ${request.url} ${body}`);
    return response.writeHead(answer.status, answer.error ? { 'x-amzn-errortype': answer.error } : {}).end();
  });
});

let port: number;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = { status: 200 };
});

const connections = () => {
  const client = new ApiGatewayManagementApiClient({
    endpoint: `http://127.0.0.1:${port}/realtime`,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  return openConnections(client);
};

test('a message is posted as JSON to its connection', async () => {
  expect(await connections().post('abc=', { type: 'pong' })).toBe(true);
  expect(requests).toEqual(['POST /realtime/@connections/abc%3D {"type":"pong"}']);
});

test('a connection is closed by its id', async () => {
  answer = { status: 204 };
  await connections().close('abc=');
  expect(requests).toEqual(['DELETE /realtime/@connections/abc%3D ']);
});

test('a connection that no longer exists is gone, and closing it is no error', async () => {
  answer = { status: 410, error: 'GoneException' };
  expect(await connections().post('abc=', {})).toBe(false);
  await connections().close('abc=');
});

test('any other error of the gateway rejects', async () => {
  answer = { status: 403, error: 'ForbiddenException' };
  await expect(connections().post('abc=', {})).rejects.toMatchObject({ name: 'ForbiddenException' });
  await expect(connections().close('abc=')).rejects.toMatchObject({ name: 'ForbiddenException' });
});
