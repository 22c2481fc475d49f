import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sqs, startSqs } from '#local/sqs/start.ts';
import { localPlace } from '../../support/local-place.ts';
import { testFolder } from '../../support/test-folder.ts';

const urlOf = (queue: string): string => `http://localhost/000000000000/${queue}`;
const RedrivePolicy = JSON.stringify({
  deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
  maxReceiveCount: 2,
});

let dir: string;
let sqs: Sqs;
const start = async (): Promise<void> => {
  sqs = await startSqs(dir, localPlace);
  sqs.putQueue('dead', {});
  sqs.putQueue('work', { VisibilityTimeout: '600', RedrivePolicy });
};
beforeEach(async () => {
  dir = testFolder();
  await start();
});
afterEach(() => sqs.stop());

const receive = async (queue: string): Promise<{ Body: string; ReceiptHandle: string } | undefined> => {
  const { Messages = [] }: any = await sqs.call('ReceiveMessage', {
    QueueUrl: urlOf(queue),
    WaitTimeSeconds: 0,
  });
  return Messages[0];
};
const giveBack = async (): Promise<void> => {
  const ReceiptHandle = (await receive('work'))?.ReceiptHandle;
  await sqs.call('ChangeMessageVisibility', { QueueUrl: urlOf('work'), ReceiptHandle, VisibilityTimeout: 0 });
};

test('a message on disk that is given back after its last receive reaches the dead letters', async () => {
  await sqs.call('SendMessage', { QueueUrl: urlOf('work'), MessageBody: 'poison' });
  await giveBack();
  await giveBack();
  expect(await receive('work')).toBeUndefined();
  expect(await receive('dead')).toMatchObject({ Body: 'poison' });
});

test('a message that was given back is there at once after a restart, and its receives still count', async () => {
  await sqs.call('SendMessage', { QueueUrl: urlOf('work'), MessageBody: 'poison' });
  await giveBack();
  await sqs.stop();
  await start();
  await giveBack();
  expect(await receive('work')).toBeUndefined();
  expect(await receive('dead')).toMatchObject({ Body: 'poison' });
});
