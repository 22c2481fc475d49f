import { createHash } from 'node:crypto';
import {
  GoneException,
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { once } from 'node:events';
import { request } from 'node:http';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '#local/access/identities.ts';
import { restError, restReply, type RestService } from '#local/aws-endpoint/rest-service.ts';
import { readBody } from '#local/aws-endpoint/read-body.ts';
import { serveAws } from '#local/aws-endpoint/serve.ts';
import { isSignedBy } from '#local/aws-endpoint/signature.ts';
import { type Listener, listen } from '#local/ports.ts';
import { canonicalRequest, sign, stringToSign } from '#local/s3/signature.ts';
import { localPlace as place } from '../../support/local-place.ts';

const credentials = { accessKeyId: 'AKIAONE', secretAccessKey: 'secret', sessionToken: 'token' };
let granted: readonly string[] = [];
const one: Identity = {
  arn: 'arn:aws:iam::000000000000:role/one',
  credentials,
  allows: ({ action }) => granted.includes(action),
};

let listener: Listener;
let now: Date;
/** The operations that reached their service. */
let served: (string | undefined)[];
const service = async (headers: Record<string, string>) => {
  served.push(headers['x-amz-target']);
  return { status: 200, headers: {}, body: Buffer.from('{}') };
};
/** A service with one connection. Its id contains a character that paths must encode. */
const connections: RestService = (method, path) => ({
  operation: 'PostToConnection',
  grant: { action: 'execute-api:ManageConnections', resource: `${method} ${decodeURIComponent(path)}` },
  run: async ({ body }) => {
    served.push(body.toString());
    return path.endsWith('/abc%3D') ? restReply(200) : restError(410, 'GoneException', 'gone');
  },
});
beforeAll(async () => {
  listener = await listen(0);
  const serve = { serve: service };
  const s3: any = { handle: async () => {} };
  const services = { s3, dynamodb: serve, sqs: serve, secrets: service, kms: service };
  const identities = new Map([[credentials.accessKeyId, one]]);
  const rest = { 'execute-api': connections };
  listener.serve(serveAws({ ...services, rest, place, identities, tables: [], now: () => now }));
});
afterAll(() => listener.close());
beforeEach(() => {
  now = new Date();
  served = [];
  granted = ['sqs:ListQueues'];
});

const listQueues = (changed: Partial<typeof credentials> = {}) =>
  new SQSClient({
    region: place.region,
    endpoint: listener.url,
    maxAttempts: 1,
    credentials: { ...credentials, ...changed },
  }).send(new ListQueuesCommand());

test('a request that a known key signed and its grants allow reaches its service', async () => {
  await listQueues();
  expect(served).toEqual(['AmazonSQS.ListQueues']);
});

test.each([
  ['with an unknown key', { accessKeyId: 'AKIATWO' }, 'UnrecognizedClientException'],
  ['with the token of another session', { sessionToken: 'another' }, 'UnrecognizedClientException'],
  ['with another secret', { secretAccessKey: 'another' }, 'InvalidSignatureException'],
])('a request %s is refused', async (_, changed, name) => {
  await expect(listQueues(changed)).rejects.toMatchObject({ name });
  expect(served).toEqual([]);
});

test.each([
  [-15 * 60_000 - 2_000, 'InvalidSignatureException'],
  [15 * 60_000 + 2_000, 'InvalidSignatureException'],
])('a request whose signature is %i ms from now is refused', async (skewMs, name) => {
  now = new Date(Date.now() + skewMs);
  await expect(listQueues()).rejects.toMatchObject({ name });
  expect(served).toEqual([]);
});

test('a request without a grant is refused and names the action that lacks one', async () => {
  granted = ['sqs:SendMessage'];
  await expect(listQueues()).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('sqs:ListQueues'),
  });
  expect(served).toEqual([]);
});

/** Whether a request is accepted that was signed at ten o'clock, by the names of the headers in its signature. */
const isAccepted = (signedHeaders: string[], amzDate = '20261120T100000Z'): boolean => {
  const headers: Record<string, string> = {
    host: 'a',
    'x-amz-date': amzDate,
    'x-amz-target': 'AmazonSQS.ListQueues',
  };
  const scope = { accessKeyId: 'AKIAONE', day: '20261120', region: 'us-east-1', service: 'sqs' };
  const body = Buffer.from('{}');
  const canonical = canonicalRequest({
    method: 'POST',
    path: '/',
    query: [],
    payloadHash: createHash('sha256').update(body).digest('hex'),
    headers: signedHeaders.map((name) => [name, headers[name] ?? '']),
  });
  const signature = sign('secret', scope, stringToSign(amzDate, scope, canonical));
  const signed = { method: 'POST', path: '/', headers, body, now: new Date('2026-11-20T10:00:00.000Z') };
  return isSignedBy('secret', { ...scope, signedHeaders, signature }, signed);
};

test.each([
  [['host', 'x-amz-date', 'x-amz-target'], true],
  [['host', 'x-amz-date'], false],
  [['host', 'x-amz-target'], false],
  [['x-amz-date', 'x-amz-target'], false],
])('a request of which %j are signed is accepted: %s', (signedHeaders, accepted) => {
  expect(isAccepted(signedHeaders)).toBe(accepted);
});

test('a request whose date is not a date is refused, even if it is signed', () => {
  expect(isAccepted(['host', 'x-amz-date', 'x-amz-target'], 'someday')).toBe(false);
});

describe('a request to a service with methods and paths', () => {
  const post = (ConnectionId: string, changed: Partial<typeof credentials> = {}) =>
    new ApiGatewayManagementApiClient({
      region: place.region,
      endpoint: `${listener.url}/live`,
      maxAttempts: 1,
      credentials: { ...credentials, ...changed },
    }).send(new PostToConnectionCommand({ ConnectionId, Data: 'hello' }));

  test('a request that a known key signed and its grants allow reaches its service', async () => {
    granted = ['execute-api:ManageConnections'];
    await post('abc=');
    expect(served).toEqual(['hello']);
  });

  test('an error of the service has its name', async () => {
    granted = ['execute-api:ManageConnections'];
    await expect(post('gone=')).rejects.toBeInstanceOf(GoneException);
  });

  test.each([
    ['with an unknown key', { accessKeyId: 'AKIATWO' }, 'UnrecognizedClientException'],
    ['with another secret', { secretAccessKey: 'another' }, 'InvalidSignatureException'],
    ['without a grant', {}, 'AccessDeniedException'],
  ])('a request %s is refused', async (_, changed, name) => {
    await expect(post('abc=', changed)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 403 } });
    expect(served).toEqual([]);
  });
});

describe('a request body', () => {
  const sent = async (bytes: number) => {
    const read = Promise.withResolvers<Buffer | undefined>();
    const receiver = await listen(0);
    receiver.serve((incoming, response) => {
      readBody(incoming, 1_000).then(read.resolve, read.reject);
      read.promise.then(() => response.end()).catch(() => response.destroy());
    });
    const outgoing = request(receiver.url, { method: 'POST' });
    outgoing.end(Buffer.alloc(bytes, 7));
    await once(outgoing, 'response');
    await receiver.close();
    return read.promise;
  };

  test.each([
    [0, 0],
    [1_000, 1_000],
    [1_001, undefined],
  ])('a request body of %i bytes is read whole if it has at most 1000: %s', async (bytes, length) => {
    expect((await sent(bytes))?.length).toBe(length);
  });
});
