import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { systemClock } from '#local/events/clock.ts';
import { startQueueMapping, type QueueMapping } from '#local/events/queue-mapping.ts';
import { startSqs, type Sqs } from '#local/sqs/start.ts';
import { localPlace } from '../../support/local-place.ts';
import { scriptedPool } from '../lambda/scripted-pool.ts';

const queueUrl = 'http://localhost/000000000000/work';
const Event = z.object({ Records: z.array(z.looseObject({ messageId: z.string(), body: z.string() })) });
type Event = z.infer<typeof Event>;

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const one of cleanUp.splice(0)) await one();
});

type World = {
  handle: (event: Event) => unknown;
  bodies: readonly string[];
  mapping?: Partial<QueueMapping>;
};

const world = async ({ handle, bodies, mapping }: World): Promise<{ sqs: Sqs; events: Event[] }> => {
  const sqs = await startSqs(undefined, localPlace);
  sqs.putQueue('work', { VisibilityTimeout: '60' });
  for (const MessageBody of bodies) await sqs.call('SendMessage', { QueueUrl: queueUrl, MessageBody });
  const events: Event[] = [];
  const pool = scriptedPool((text) => {
    const event = Event.parse(JSON.parse(text));
    events.push(event);
    return handle(event);
  });
  const whole: QueueMapping = {
    queueArn: 'arn:aws:sqs:us-east-1:000000000000:work',
    queueUrl,
    region: 'us-east-1',
    concurrency: 1,
    ...mapping,
  };
  cleanUp.push(
    startQueueMapping(whole, { sqs: sqs.call, pool, clock: systemClock, log: () => {} }),
    sqs.stop,
  );
  return { sqs, events };
};

const Counts = z.object({
  Attributes: z.object({
    ApproximateNumberOfMessages: z.string(),
    ApproximateNumberOfMessagesNotVisible: z.string(),
  }),
});

const counts = async (sqs: Sqs) => {
  const { Attributes } = Counts.parse(
    await sqs.call('GetQueueAttributes', { QueueUrl: queueUrl, AttributeNames: ['All'] }),
  );
  return {
    ready: Number(Attributes.ApproximateNumberOfMessages),
    hidden: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
  };
};

test('a record has the shape of a Lambda SQS record', async () => {
  const { events } = await world({ handle: () => null, bodies: ['hello'] });
  await expect.poll(() => events).toHaveLength(1);
  expect(events[0]?.Records[0]).toEqual({
    messageId: expect.any(String),
    receiptHandle: expect.any(String),
    body: 'hello',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d+$/),
      SenderId: expect.any(String),
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d+$/),
    },
    messageAttributes: {},
    md5OfBody: '5d41402abc4b2a76b9719d911017c592',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:work',
    awsRegion: 'us-east-1',
  });
});

test('messages that succeed are deleted, and those that fail stay hidden for their visibility timeout', async () => {
  const { sqs } = await world({
    bodies: ['good', 'bad', 'good'],
    handle: ({ Records }) => ({
      batchItemFailures: Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    }),
  });
  await expect.poll(() => counts(sqs)).toEqual({ ready: 0, hidden: 1 });
});

/** The number of messages that are kept of one whose invocation ends with `outcome`. */
const keptAfter = async (outcome: () => unknown): Promise<number> => {
  const { sqs, events } = await world({
    bodies: ['one', 'next'],
    // The function is invoked with the next message only after the end of the first, and never ends then.
    handle: ({ Records: [first] }) => (first?.body === 'one' ? outcome() : new Promise(() => {})),
  });
  await expect.poll(() => events).toHaveLength(2);
  return (await counts(sqs)).hidden - 1;
};

test('a failed invocation keeps its message', async () => {
  const failing = () => {
    throw new Error('no');
  };
  expect(await keptAfter(failing)).toBe(1);
});

test.each([[null], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
  'the result %j deletes the message',
  async (result) => {
    expect(await keptAfter(() => result)).toBe(0);
  },
);

test.each([['text'], [{ batchItemFailures: 'b' }], [{ batchItemFailures: [{ itemIdentifier: 'b' }] }]])(
  'the result %j keeps the message',
  async (result) => {
    expect(await keptAfter(() => result)).toBe(1);
  },
);

test('concurrent messages are limited by the maximum concurrency of the mapping', async () => {
  const open: (() => void)[] = [];
  const { events } = await world({
    bodies: ['a', 'b', 'c'],
    mapping: { concurrency: 2 },
    handle: () => new Promise<void>((resolve) => void open.push(resolve)),
  });
  await expect.poll(() => events).toHaveLength(2);
  open[0]?.();
  await expect.poll(() => events).toHaveLength(3);
  open.forEach((close) => close());
});
