import { expect, test } from 'vitest';
import { messageOf, toQueueRecord } from '#lib/platform/queue/record.ts';
import { queueEvent } from '../../../support/queue-event.ts';

test.each([
  [1, false],
  [4, false],
  [5, true],
  [6, true],
])('receive %i of a message is its last try: %s', (receives, isLastTry) => {
  const records = queueEvent({ body: { id: 'a' }, receives, waitedMs: 40 }).Records.map(toQueueRecord);
  expect(records).toEqual([
    { messageId: 'm0', receiptHandle: 'r0', body: '{"id":"a"}', receives, waitedMs: 40, isLastTry },
  ]);
});

test('a message cannot be read before it is parsed', () => {
  const [record] = queueEvent({ body: {} }).Records.map(toQueueRecord);
  expect(() => record && messageOf(record)).toThrow('parseMessage must run first.');
});
