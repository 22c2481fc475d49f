import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openQueue, visibilityChanger } from '#lib/platform/aws/queue.ts';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';
import { type Sqs, startSqs } from '#local/sqs/start.ts';
import { inProcess } from '../../../support/in-process.ts';
import { localPlace } from '../../../support/local-place.ts';
import { memoryQueue } from '../../../support/memory-queue.ts';
import { hiddenMs, type Message, queueContract } from './queue.contract.ts';
import { testFolder } from '../../../support/test-folder.ts';

const message: Message = { tenant: 'prj_a.live', id: 'ofq_1' };
const url = 'http://localhost/000000000000/queue';

const world = async (sqs: Sqs) => {
  sqs.putQueue('queue', { VisibilityTimeout: String(hiddenMs / 1_000) });
  /** The number of messages in each call. */
  const sizes: number[] = [];
  const service: JsonService = async (headers, body) => {
    if (/SendMessage/.test(headers['x-amz-target'] ?? '')) {
      const request = JSON.parse(body.toString());
      sizes.push(request.Entries?.length ?? 1);
    }
    return sqs.serve(headers, body);
  };
  const client = new SQSClient({ ...inProcess(service), endpoint: localPlace.awsEndpoint });
  const receive = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: url, MessageSystemAttributeNames: ['MessageGroupId'] }),
    );
    return Messages[0];
  };
  return { client, receive, groupOf: async () => (await receive())?.Attributes?.MessageGroupId, sizes };
};

let sqs: Sqs;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sqs = await startSqs(undefined, localPlace);
});
afterEach(async () => {
  vi.useRealTimers();
  await sqs.stop();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

const onSqs = async (dir?: string) => {
  const own = await startSqs(dir, localPlace);
  const { client, receive } = await world(own);
  return {
    send: openQueue<Message>(client, url),
    receive: async (): Promise<Message | undefined> =>
      JSON.parse((await receive())?.Body ?? 'null') ?? undefined,
    pass: later,
    stop: own.stop,
  };
};
queueContract('SQS', onSqs);
queueContract('SQS with its messages on disk', () => onSqs(testFolder()));
queueContract('memory', async () => {
  const { send, receive } = memoryQueue<Message>(() => new Date(), hiddenMs);
  return { send, receive: async () => receive()?.message, pass: later };
});

test('a message is sent in the group of its tenant', async () => {
  const { client, groupOf } = await world(sqs);
  await openQueue<Message>(client, url)(message);
  expect(await groupOf()).toBe('prj_a.live');
});

test('a message may be of another group than its tenant', async () => {
  const { client, groupOf } = await world(sqs);
  await openQueue<Message>(client, url, ({ id }) => id)(message);
  expect(await groupOf()).toBe('ofq_1');
});

test('a send that the queue refuses rejects', async () => {
  const { client } = await world(sqs);
  await expect(openQueue<Message>(client, `${url}-gone`)(message)).rejects.toBeInstanceOf(Error);
});

test('messages that are sent at once share calls of SQS, and each is received in its group', async () => {
  const { client, receive, sizes } = await world(sqs);
  const send = openQueue<Message>(client, url, ({ id }) => id);
  const ids = Array.from({ length: 25 }, (_, index) => `ofq_${index}`);
  await Promise.all(ids.map((id) => send({ ...message, id })));
  expect(sizes).toEqual([10, 10, 5]);
  const received: string[] = [];
  for (let next = await receive(); next; next = await receive()) {
    const { id } = JSON.parse(next.Body ?? '');
    expect(next.Attributes?.MessageGroupId).toBe(id);
    received.push(id);
  }
  expect(received).toEqual(ids);
});

test('of messages that are sent at once, only those that the queue refuses reject', async () => {
  const refusing: JsonService = async () => ({
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(
      JSON.stringify({
        Successful: [{ Id: '0', MessageId: 'a', MD5OfMessageBody: '' }],
        Failed: [{ Id: '1', SenderFault: false, Code: 'InternalError' }],
      }),
    ),
  });
  const client = new SQSClient({ ...inProcess(refusing), endpoint: localPlace.awsEndpoint, md5: false });
  const send = openQueue<Message>(client, url);
  const [accepted, refused] = await Promise.allSettled([send(message), send(message)]);
  expect(accepted.status).toBe('fulfilled');
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: new Error('SQS did not accept a message: InternalError'),
  });
});

test('a received message stays hidden for exactly the requested time', async () => {
  const { client, receive } = await world(sqs);
  await openQueue<Message>(client, url)(message);
  const received = await receive();
  await visibilityChanger(client, url)(received?.ReceiptHandle ?? '', 30);
  later(29_999);
  expect(await receive()).toBeUndefined();
  later(1);
  expect(await receive()).toBeDefined();
});

test('a message whose visibility cannot be changed stays hidden, and that is no error', async () => {
  const { client, receive } = await world(sqs);
  await openQueue<Message>(client, url)(message);
  const received = await receive();
  await visibilityChanger(client, url)('a handle of another message', 0);
  expect(await receive()).toBeUndefined();
  await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: received?.ReceiptHandle }));
  await visibilityChanger(client, url)(received?.ReceiptHandle ?? '', 0);
});
