import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import type { RecordMiddleware } from '#lib/platform/queue/record.ts';
import { lambdaContext } from '../../../support/http-event.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { queueEvent } from '../../../support/queue-event.ts';

const Numbered = z.object({ at: z.number() });
type Numbered = z.infer<typeof Numbered>;

const options = { schema: Numbered, logFields: ({ at }: Numbered) => ({ at }) };
const numbered = (...receives: number[]) =>
  queueEvent(...receives.map((count, at) => ({ body: { at }, receives: count })));

const failing = (error: unknown) =>
  queueHandler(options, async () => {
    throw error;
  });

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

test('the work knows when a message is tried for the last time', async () => {
  const lastTries: boolean[] = [];
  const handler = queueHandler(options, async (_, { isLastTry }) => void lastTries.push(isLastTry));
  await handler(numbered(1, 4, 5, 6), lambdaContext);
  expect(lastTries).toEqual([false, false, true, true]);
});

test('only the message that failed is received again', async () => {
  const handler = queueHandler(options, async ({ at }) => {
    if (at === 1) throw new Error('Not now.');
  });
  expect(await handler(numbered(1, 1, 1), lambdaContext)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }],
  });
});

test.each([
  ['not as the schema says', { at: 'x' }],
  ['no object', null],
])('a message that is %s fails without being worked on, and the next one is worked on', async (_, body) => {
  const worked: number[] = [];
  const handler = queueHandler(options, async ({ at }) => void worked.push(at));
  const answer = await handler(queueEvent({ body }, { body: { at: 7 } }), lambdaContext);
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  expect(worked).toEqual([7]);
});

test('messages of a batch are worked on one after the other', async () => {
  const steps: string[] = [];
  const handler = queueHandler(options, async ({ at }) => {
    steps.push(`${at} begins`);
    await Promise.resolve();
    steps.push(`${at} ends`);
  });
  await handler(numbered(1, 1), lambdaContext);
  expect(steps).toEqual(['0 begins', '0 ends', '1 begins', '1 ends']);
});

test('middlewares run around the work of each message, in the order of the list', async () => {
  const steps: string[] = [];
  const noting = (name: string): RecordMiddleware<Numbered> => ({
    before: () => void steps.push(`${name} before`),
    after: () => void steps.push(`${name} after`),
    onError: () => void steps.push(`${name} on error`),
  });
  const handler = queueHandler({ ...options, use: [noting('a'), noting('b')] }, async ({ at }) => {
    steps.push(`work ${at}`);
    if (at === 1) throw new Error('Not now.');
  });
  await handler(numbered(1, 1), lambdaContext);
  const before = ['a before', 'b before'];
  expect(steps).toEqual([
    ...[...before, 'work 0', 'b after', 'a after'],
    ...[...before, 'work 1', 'b on error', 'a on error'],
  ]);
});

describe('log', () => {
  test('a failed message is logged with its ids, its try, how long it took and the invocation', async () => {
    await failing(new Error('A bug.'))(numbered(5), lambdaContext);
    expect(watched.lines).toEqual([
      {
        event: 'record.retried',
        function_request_id: 'invocation-7',
        message_id: 'm0',
        receives: 5,
        is_last_try: true,
        is_foreign: false,
        HandledFailures: 1,
        at: 0,
        duration_ms: expect.any(Number),
        error_name: 'Error',
        error_message: 'A bug.',
        error_stack: expect.any(String),
        RecordRetried: 1,
        _aws: expect.any(Object),
      },
    ]);
  });

  test('a line of one message has no field of another, and what a message leaves running keeps its own', async () => {
    let later = async (): Promise<void> => {};
    const handler = queueHandler(options, async ({ at }) => {
      if (at > 0) return log.info('record.deferred');
      const { promise, resolve } = Promise.withResolvers<void>();
      const left = promise.then(() => log.info('record.deferred'));
      later = () => {
        resolve();
        return left;
      };
    });
    await handler(numbered(1, 2), { ...lambdaContext, awsRequestId: 'first' });
    await handler(queueEvent({ body: { at: 9 } }), { ...lambdaContext, awsRequestId: 'second' });
    await later();
    expect(watched.lines).toMatchObject([
      { function_request_id: 'first', message_id: 'm1', receives: 2, at: 1 },
      { function_request_id: 'second', message_id: 'm0', receives: 1, at: 9 },
      { function_request_id: 'first', message_id: 'm0', receives: 1, at: 0 },
    ]);
  });
});
