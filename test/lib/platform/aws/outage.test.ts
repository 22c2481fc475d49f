import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { isOutage, retryingContention } from '#lib/platform/aws/outage.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { errorReply } from '#lib/platform/http/reply.ts';

const meta = { $metadata: {}, message: 'no' };
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({ ...meta, CancellationReasons: codes.map((Code) => ({ Code })) });

const failing = (times: number, error: Error) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'written';
  };
};

describe('a write that met another one', () => {
  test.each([
    ['of a single item', new TransactionConflictException(meta)],
    ['of a transaction', canceled('None', 'TransactionConflict')],
    ['that was throttled', canceled('ThrottlingError', 'None')],
  ])('%s is repeated', async (_, error) => {
    expect(await retryingContention(failing(3, error))).toBe('written');
  });

  test('is given up after some tries, and the caller may come again', async () => {
    const error = new TransactionConflictException(meta);
    const triesBefore = 13;
    await expect(retryingContention(failing(99, error), triesBefore)).rejects.toBe(error);
    expect(errorReply(error, 'r')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  });

  test('a refused condition is no reason to repeat', async () => {
    const error = canceled('ConditionalCheckFailed', 'None');
    await expect(retryingContention(failing(1, error))).rejects.toBe(error);
  });
});

test('throttling, a dead line and any status from 500 are outages, a mistake of ours is not', () => {
  expect(isOutage(new ProvisionedThroughputExceededException(meta))).toBe(true);
  for (const code of ['ECONNREFUSED', 'EAI_AGAIN'])
    expect(isOutage(Object.assign(new Error('connect'), { code }))).toBe(true);
  const answered = (httpStatusCode: number) =>
    Object.assign(new Error('UnknownError'), { $metadata: { httpStatusCode } });
  expect([400, 403, 404, 429, 500, 503].filter((status) => isOutage(answered(status)))).toEqual([
    429, 500, 503,
  ]);
  expect(isOutage(new TypeError('x is not a function'))).toBe(false);
  expect(isOutage('thrown text')).toBe(false);
});

test('which condition of a transaction was refused is told apart', async () => {
  const refused = canceled('None', 'ConditionalCheckFailed');
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  client.send = () => Promise.reject(refused);
  expect(await openTable(client, 't').transact([])).toMatchObject({
    done: false,
    reasons: [{ refused: false }, { refused: true }],
  });
});

test('the first write with something to say decides: a refusal ends it, a conflict is tried again', async () => {
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  const answers = [
    canceled('TransactionConflict', 'ConditionalCheckFailed'),
    canceled('None', 'ConditionalCheckFailed', 'TransactionConflict'),
  ];
  client.send = () => Promise.reject(answers.shift());
  expect(await openTable(client, 't').transact([])).toMatchObject({
    done: false,
    reasons: [{ refused: false }, { refused: true }, { refused: false }],
  });
  expect(answers).toEqual([]);
});

test('a server that never answers fails the call within seconds', async () => {
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
