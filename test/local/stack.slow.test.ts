import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OnCall } from '#local/aws-endpoint/on-call.ts';
import { startStack, type RunningStack, type StackOptions } from '#local/stack.ts';
import { manualClock } from '../support/manual-clock.ts';
import { synthesizeTinyApp } from './tiny-app/app.ts';
import { testFolder } from '../support/test-folder.ts';

const root = testFolder();
const assemblyDir = join(root, 'assembly');
beforeAll(() => synthesizeTinyApp(assemblyDir));

const running: RunningStack[] = [];
afterEach(async () => {
  for (const stack of running.splice(0)) await stack.stop();
});

const start = async (options: Partial<StackOptions> = {}): Promise<RunningStack> => {
  const stack = await startStack({
    port: 0,
    dataDir: undefined,
    assemblyDir,
    speechDir: '/speech',
    log: () => {},
    ...options,
  });
  running.push(stack);
  return stack;
};

const clientOptions = (stack: RunningStack, credentials = stack.operator) => ({
  endpoint: stack.awsEndpoint,
  region: 'us-east-1',
  // A copy, because the SDK modifies the object.
  credentials: { ...credentials },
  maxAttempts: 1,
});

const tableOf = (stack: RunningStack) => stack.outputs['TinyData']?.['TableName'] ?? '';

const hasItem = async (stack: RunningStack, pk: string): Promise<boolean> => {
  const client = new DynamoDBClient(clientOptions(stack));
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tableOf(stack), Key: { pk: { S: pk } } }),
  );
  return Item !== undefined;
};

const messagesIn = async (stack: RunningStack): Promise<number> => {
  const { Attributes = {} } = await new SQSClient(clientOptions(stack)).send(
    new GetQueueAttributesCommand({
      QueueUrl: stack.outputs['TinyData']?.['QueueUrl'],
      AttributeNames: ['All'],
    }),
  );
  return (
    Number(Attributes['ApproximateNumberOfMessages']) +
    Number(Attributes['ApproximateNumberOfMessagesNotVisible'])
  );
};

const putItem = async (stack: RunningStack, pk: string, more = {}): Promise<void> => {
  const client = new DynamoDBClient(clientOptions(stack));
  await client.send(new PutItemCommand({ TableName: tableOf(stack), Item: { pk: { S: pk }, ...more } }));
};

const speechDirOf = async (stack: RunningStack): Promise<unknown> => {
  const answer: any = await stack.invoke('route', { rawPath: '/environment' });
  return JSON.parse(answer.body).speechDir;
};

describe('a synthesized app', () => {
  test('a request to a route reaches the table and its index through a queue and a worker', async () => {
    const stack = await start();
    const answer = await fetch(`${stack.baseUrl}/messages`, {
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(202);
    await expect.poll(() => hasItem(stack, 'hello')).toBe(true);
    const query = new QueryCommand({
      TableName: tableOf(stack),
      IndexName: 'by_kind',
      KeyConditionExpression: 'kind = :kind',
      ExpressionAttributeValues: { ':kind': { S: 'message' } },
    });
    expect((await new DynamoDBClient(clientOptions(stack)).send(query)).Items).toEqual([
      { pk: { S: 'hello' }, kind: { S: 'message' } },
    ]);
  });

  test('a new object invokes the function of the bucket’s notification, if it matches the filter', async () => {
    const stack = await start();
    const s3 = new S3Client(clientOptions(stack));
    const Bucket = stack.outputs['TinyData']?.['BucketName'];
    await s3.send(new PutObjectCommand({ Bucket, Key: 'out/file', Body: 'x' }));
    await s3.send(new PutObjectCommand({ Bucket, Key: 'in/a file', Body: 'x' }));
    await expect.poll(() => hasItem(stack, 'in/a+file')).toBe(true);
    expect(await hasItem(stack, 'out/file')).toBe(false);
  });

  test('schedules and TTLs follow the clock of the stack', async () => {
    const { clock, advance } = manualClock(new Date().toISOString());
    const stack = await start({ clock });
    const inHalfAnHour = String(Math.floor(clock.now().getTime() / 1000) + 1800);
    await putItem(stack, 'passing', { ttl: { N: inHalfAnHour } });
    await putItem(stack, 'staying');
    advance(10 * 60_000);
    expect(await speechDirOf(stack)).toBe('/speech');
    // The clients sign with the machine's time, so the clock is set back before the requests.
    advance(51 * 60_000);
    advance(-61 * 60_000);
    await expect.poll(() => hasItem(stack, 'passing')).toBe(false);
    await expect.poll(() => hasItem(stack, 'Scheduled Event')).toBe(true);
    expect(await hasItem(stack, 'staying')).toBe(true);
  });
});

describe('authorization at the AWS endpoint', () => {
  test('a call without a grant is refused with an error that names the grant', async () => {
    const stack = await start();
    const answer = await fetch(`${stack.baseUrl}/table`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toMatch(
      /^AccessDeniedException: User: arn:aws:sts::000000000000:assumed-role\/.* is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table\//,
    );
  });

  test.each([
    ['an unknown key', { accessKeyId: 'AKIAUNKNOWN' }, 'UnrecognizedClientException'],
    ['a wrong secret', { secretAccessKey: 'guessed' }, 'InvalidSignatureException'],
    ['a wrong session token', { sessionToken: 'guessed' }, 'UnrecognizedClientException'],
  ])('%s gives no access to tables and queues', async (_name, wrong, error) => {
    const stack = await start();
    const options = clientOptions(stack, { ...stack.operator, ...wrong });
    const read = new GetItemCommand({ TableName: tableOf(stack), Key: { pk: { S: 'x' } } });
    await expect(new DynamoDBClient(options).send(read)).rejects.toMatchObject({ name: error });
    const send = new SendMessageCommand({
      QueueUrl: stack.outputs['TinyData']?.['QueueUrl'],
      MessageBody: 'x',
    });
    await expect(new SQSClient(options).send(send)).rejects.toMatchObject({ name: error });
  });

  test('an unsigned request is refused', async () => {
    const stack = await start();
    const headers = {
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'content-type': 'application/x-amz-json-1.0',
    };
    const answer = await fetch(stack.awsEndpoint, { method: 'POST', body: '{}', headers });
    expect(answer.ok).toBe(false);
  });
});

describe('data folder and ports', () => {
  test('a second stack on the same data folder is refused with an error that names the process', async () => {
    const dataDir = join(root, 'shared');
    await start({ dataDir });
    await expect(start({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}.`);
  });

  test('items, messages and credentials survive kill -9', { timeout: 30_000 }, async () => {
    const dataDir = join(root, 'killed');
    const first = await start({ dataDir });
    await putItem(first, 'kept');
    await first.stop();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'tiny-app/boot.ts'), assemblyDir, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [baseUrl] = await once(createInterface(child.stdout), 'line');
    const post = { method: 'POST', body: 'sent', headers: { 'content-type': 'text/plain' } };
    expect((await fetch(`${baseUrl}/messages`, post)).status).toBe(202);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    const second = await start({ dataDir });
    expect(second.operator).toEqual(first.operator);
    expect(await hasItem(second, 'kept')).toBe(true);
    // The message was processed before the kill, or is still in the queue.
    expect((await hasItem(second, 'sent')) || (await messagesIn(second)) === 1).toBe(true);
  });

  test('a port in use is refused with an error that names the option', async () => {
    const { baseUrl } = await start();
    const port = Number(new URL(baseUrl).port);
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} is in use. Choose another one: npm start -- --port N`,
    );
  });
});

test('the next event starts killed functions again', async () => {
  const stack = await start();
  await speechDirOf(stack);
  stack.killFunctions();
  expect(await speechDirOf(stack)).toBe('/speech');
});

test.each([
  ['before', false],
  ['after', true],
] as const)('for a function killed %s its write, the item exists: %s', async (phase, written) => {
  const calls: string[] = [];
  const onCall: OnCall = (call) => {
    calls.push(`${call.service} ${call.operation} ${call.phase}`);
    return call.operation === 'PutItem' && call.phase === phase ? 'kill' : undefined;
  };
  const stack = await start({ onCall });
  await expect(stack.invoke('listener', { 'detail-type': 'asked' })).rejects.toThrow('SIGKILL');
  expect(await hasItem(stack, 'asked')).toBe(written);
  expect(calls).toEqual(['dynamodb PutItem before', 'dynamodb PutItem after'].slice(0, written ? 2 : 1));
});
