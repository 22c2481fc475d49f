import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openReceiver } from '#lib/platform/aws/receive.ts';
import { type Sqs, startSqs } from '#local/sqs/start.ts';
import { inProcess } from '../../../support/in-process.ts';
import { localPlace } from '../../../support/local-place.ts';

const message = { tenant: 'prj_a.live', id: 'ofq_1' } as const;
const url = 'http://localhost/000000000000/queue';
const hiddenMs = 60_000;

let sqs: Sqs;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  sqs = await startSqs(undefined, localPlace);
  sqs.putQueue('queue', { VisibilityTimeout: String(hiddenMs / 1_000) });
});
afterEach(async () => {
  vi.useRealTimers();
  await sqs.stop();
});

const open = () => {
  const client = new SQSClient({ ...inProcess(sqs.serve), endpoint: localPlace.awsEndpoint });
  return { ...openReceiver(client, url), send: openQueue(client, url) };
};

test('a message comes with when it was sent and first received, and how often', async () => {
  const { send, receive } = open();
  await send(message);
  vi.setSystemTime(1_000_300);
  const first = { ApproximateFirstReceiveTimestamp: '1000300', SentTimestamp: '1000000' };
  expect(await receive(0)).toMatchObject({
    body: JSON.stringify(message),
    attributes: { ...first, ApproximateReceiveCount: '1' },
  });
  expect(await receive(0)).toBeUndefined();
  vi.setSystemTime(1_000_300 + hiddenMs);
  expect(await receive(0)).toMatchObject({ attributes: { ...first, ApproximateReceiveCount: '2' } });
});

test('an empty queue has nothing, and says so at once', async () => {
  expect(await open().receive(0)).toBeUndefined();
});

test('a message that is removed is not received again', async () => {
  const { send, receive, remove } = open();
  await send(message);
  await remove((await receive(0))?.receiptHandle ?? '');
  vi.setSystemTime(1_000_000 + hiddenMs);
  expect(await receive(0)).toBeUndefined();
});
