import { beforeEach, expect, test } from 'vitest';
import type { ReceivedMessage } from '#lib/platform/aws/receive.ts';
import { drainMs, drainQueue } from '#lib/platform/queue/drain-queue.ts';
import { lambdaContext } from '../../../support/http-event.ts';
import { queueEvent } from '../../../support/queue-event.ts';

const clock = { ms: 0 };
const waiting: ReceivedMessage[] = [];
const removed: string[] = [];
const handled: string[] = [];
const waits: number[] = [];
const failing = new Set<string>();
beforeEach(() => {
  clock.ms = 0;
  waiting.splice(0, Infinity, ...queueEvent({ body: 'a' }, { body: 'b' }, { body: 'c' }).Records);
  removed.splice(0);
  handled.splice(0);
  waits.splice(0);
  failing.clear();
});

const handlerOf =
  (name: string) =>
  async ({ Records }: { readonly Records: readonly ReceivedMessage[] }) => {
    handled.push(...Records.map(({ messageId }) => `${messageId} ${name}`));
    clock.ms += 1_000;
    const failed = Records.filter(({ messageId }) => failing.has(messageId));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

const settle = () => new Promise((resolve) => setImmediate(resolve));

const drain = () =>
  drainQueue(
    {
      receive: async (seconds) => {
        waits.push(seconds);
        return waiting.shift();
      },
      remove: async (receiptHandle) => {
        await settle();
        removed.push(receiptHandle);
      },
      handleFirst: handlerOf('first'),
      handleNext: handlerOf('next'),
      firstWaitSeconds: 1,
      now: () => new Date(clock.ms),
    },
    lambdaContext,
  );

test('messages are worked on one after another until none waits, and removed when they are done', async () => {
  await drain();
  expect(handled).toEqual(['m0 first', 'm1 next', 'm2 next']);
  expect(removed).toEqual(['r0', 'r1', 'r2']);
});

test('a helper waits for its first message only', async () => {
  await drain();
  expect(waits).toEqual([1, 0, 0, 0]);
});

test('a message that failed stays on the queue, and the next one is worked on', async () => {
  failing.add('m1');
  await drain();
  expect(handled).toHaveLength(3);
  expect(removed).toEqual(['r0', 'r2']);
});

/** A drain whose messages finish when the test says so. `begun` contains the functions that end their turns. */
const slowDrain = () => {
  const begun: { readonly endTurn: () => void; readonly finish: (error?: Error) => void }[] = [];
  let endTurn = (): void => {};
  const handle = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ endTurn, finish: (error) => (error ? reject(error) : resolve()) });
    await promise;
    return { batchItemFailures: [] };
  };
  const drained = drainQueue(
    {
      receive: async () => waiting.shift(),
      remove: async (receiptHandle) => void removed.push(receiptHandle),
      handleFirst: handle,
      handleNext: handle,
      firstWaitSeconds: 0,
      now: () => new Date(0),
      onTurn: (end) => {
        endTurn = end;
      },
    },
    lambdaContext,
  );
  return { begun, drained };
};

test('the next message is begun when the turn of one ends, but not while two before it are not done', async () => {
  const { begun, drained } = slowDrain();
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.endTurn();
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.endTurn();
  await settle();
  expect(begun).toHaveLength(2);
  begun[0]?.finish();
  await settle();
  expect(begun).toHaveLength(3);
  begun[1]?.finish();
  begun[2]?.endTurn();
  await settle();
  expect(removed).toEqual(['r0', 'r1']);
  begun[2]?.finish();
  await drained;
  expect(removed).toEqual(['r0', 'r1', 'r2']);
});

test('a message that throws after its turn ends the drain with its error, and is not removed', async () => {
  waiting.length = 1;
  const { begun, drained } = slowDrain();
  await settle();
  begun[0]?.endTurn();
  await settle();
  begun[0]?.finish(new Error('Broken.'));
  await expect(drained).rejects.toThrow('Broken.');
  expect(removed).toEqual([]);
});

test('a message that throws ends the drain only when the one after it is done', async () => {
  const { begun, drained } = slowDrain();
  let isOver = false;
  const outcome = drained.catch(({ message }: Error) => message).finally(() => (isOver = true));
  await settle();
  begun[0]?.endTurn();
  await settle();
  begun[0]?.finish(new Error('Broken.'));
  await settle();
  expect(isOver).toBe(false);
  begun[1]?.finish(new Error('Broken, too.'));
  expect(await outcome).toBe('Broken.');
  expect(begun).toHaveLength(2);
});

test('no message is begun after half a minute, so that the last one has the time that any has', async () => {
  clock.ms = 5_000;
  const many = Array.from({ length: 100 }, () => ({ body: 'a' }));
  waiting.splice(0, Infinity, ...queueEvent(...many).Records);
  await drain();
  expect(handled).toHaveLength(drainMs / 1_000);
});
