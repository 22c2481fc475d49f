import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';

const eventOf = (...receives: number[]): SQSEvent => ({
  Records: receives.map((count, at) => ({
    ...{ messageId: `m${at}`, receiptHandle: 'r', body: JSON.stringify({ at }), messageAttributes: {} },
    ...{ md5OfBody: '', eventSource: 'aws:sqs', eventSourceARN: '', awsRegion: '' },
    attributes: {
      ApproximateReceiveCount: String(count),
      ...{ SentTimestamp: '0', SenderId: '', ApproximateFirstReceiveTimestamp: '0' },
    },
  })),
});

test('a message learns when it is tried for the last time', async () => {
  const told: boolean[] = [];
  const handler = queueHandler(
    z.object({ at: z.number() }),
    async (_, { isLastTry }) => void told.push(isLastTry),
  );
  await handler(eventOf(1, 4, 5, 6));
  expect(told).toEqual([false, false, true, true]);
});

test('a message that fails comes back alone', async () => {
  const handler = queueHandler(z.object({ at: z.number() }), async ({ at }) => {
    if (at === 1) throw new Error('Not now.');
  });
  expect(await handler(eventOf(1, 1, 1))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
});

test('what failed comes back within minutes, but not what failed because AWS did', async () => {
  const hidden: [string, number][] = [];
  const failWith = (error: Error) =>
    queueHandler(
      z.object({ at: z.number() }),
      async () => {
        throw error;
      },
      async (receiptHandle, seconds) => void hidden.push([receiptHandle, seconds]),
    );
  await failWith(new Error('A bug.'))(eventOf(1, 2, 3, 4, 5));
  expect(hidden).toEqual([15, 30, 60, 120, 0].map((seconds) => ['r', seconds]));
  await failWith(Object.assign(new Error('Slow down.'), { $metadata: { httpStatusCode: 503 } }))(eventOf(1));
  expect(hidden).toHaveLength(5);
});
