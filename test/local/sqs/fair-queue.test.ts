import { assert, constantFrom, integer, property, array, record } from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextInTurn } from '#local/sqs/fair-queue.ts';
import { type Sqs, startSqs } from '#local/sqs/start.ts';
import { localPlace } from '../../support/local-place.ts';

const QueueUrl = 'http://localhost/000000000000/work';

let sqs: Sqs;
beforeEach(async () => {
  sqs = await startSqs(undefined, localPlace);
  sqs.putQueue('work', { VisibilityTimeout: '60' });
});
afterEach(() => sqs.stop());

const send = (group: string, ...bodies: readonly string[]) =>
  sqs.call('SendMessageBatch', {
    QueueUrl,
    Entries: bodies.map((MessageBody) => ({ Id: MessageBody, MessageBody, MessageGroupId: group })),
  });
const receive = async (count = 1): Promise<string[]> => {
  const { Messages = [] }: any = await sqs.call('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: count });
  return Messages.map(({ Body }: any) => Body);
};

test('a message is received before the backlog of another group', async () => {
  await send('a', 'a1', 'a2', 'a3');
  expect(await receive()).toEqual(['a1']);
  await send('b', 'b1');
  expect(await receive()).toEqual(['b1']);
  expect(await receive(10)).toEqual(['a2', 'a3']);
});

test('a message that is sent alone keeps its group, too', async () => {
  await send('a', 'a1', 'a2');
  expect(await receive()).toEqual(['a1']);
  await sqs.call('SendMessage', { QueueUrl, MessageBody: 'b1', MessageGroupId: 'b' });
  expect(await receive()).toEqual(['b1']);
});

test('messages that are received at once are of different groups first', async () => {
  await send('a', 'a1', 'a2', 'a3');
  await send('b', 'b1');
  expect(await receive(3)).toEqual(['a1', 'b1', 'a2']);
});

test('groups with many messages that end in turn do not starve one whose message comes later', async () => {
  await send('a', 'a1', 'a2', 'a3');
  await send('b', 'b1', 'b2', 'b3');
  const { Messages: [first] = [] }: any = await sqs.call('ReceiveMessage', { QueueUrl });
  expect(await receive()).toEqual(['b1']);
  await send('c', 'c1');
  await sqs.call('DeleteMessage', { QueueUrl, ReceiptHandle: first.ReceiptHandle });
  expect(await receive()).toEqual(['c1']);
  expect(await receive()).toEqual(['a2']);
});

test('no message is served while one of a group with fewer messages in flight waits, and a group keeps its order', () => {
  const groups = array(constantFrom('a', 'b', 'c', undefined), { maxLength: 30 });
  const queues = record({ waiting: groups, inFlight: groups, count: integer({ min: 1, max: 10 }) });
  const messagesOf = (all: readonly (string | undefined)[]) =>
    all.map((messageGroupId, at) => ({ messageGroupId, at }));
  assert(
    property(queues, ({ waiting, inFlight, count }) => {
      const left = messagesOf(waiting);
      const busy = messagesOf(inFlight);
      const next = nextInTurn(left, { inFlight: busy, lastServed: new Map() }, count);
      expect(next).toHaveLength(Math.min(count, left.length));
      const inGroup = (messages: readonly { messageGroupId: string | undefined }[], group?: string) =>
        messages.filter(({ messageGroupId }) => messageGroupId === group).length;
      for (const served of next) {
        const group = served.messageGroupId;
        expect(left.find(({ messageGroupId }) => messageGroupId === group)).toBe(served);
        for (const { messageGroupId } of left)
          expect(inGroup(busy, group)).toBeLessThanOrEqual(inGroup(busy, messageGroupId));
        left.splice(left.indexOf(served), 1);
        busy.push(served);
      }
    }),
  );
});
