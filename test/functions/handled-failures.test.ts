import { beforeEach, expect, test } from 'vitest';
import { createHandler as createListFiles } from '#functions/api/files/list.ts';
import { handler as deliverWebhook } from '#functions/workers/deliver-webhook.ts';
import { handler as fetchAudio } from '#functions/workers/fetch-audio.ts';
import { handler as finishJob } from '#functions/workers/finish-job.ts';
import { createHandler as createRecognizeChunk } from '#functions/workers/recognize-chunk.ts';
import { handler as splitAudio } from '#functions/workers/split-audio.ts';
import { createHandler as createSweepWebhooks } from '#functions/workers/sweep-webhooks.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { watchLog } from '../support/log-lines.ts';
import { aWorld } from '../support/protocol-world.ts';
import { queueEvent } from '../support/queue-event.ts';
import { aWebhookWorld, minute } from '../support/webhook-world.ts';

/** Tests functions in failures that fail no invocation. Lambda only counts failed invocations. */

const world = await aWorld();

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

/** The values that CloudWatch extracts from the log lines for a function's alarm `Errors`. */
const handledFailures = (): unknown[] =>
  watched.lines
    .filter(({ _aws }) => JSON.stringify(_aws ?? '').includes('"Dimensions":[["service","function_name"]]'))
    .map(({ HandledFailures }) => HandledFailures);

const recognizeChunk = (event: Parameters<typeof fetchAudio>[0], context: typeof lambdaContext) =>
  createRecognizeChunk({
    ...world.deps,
    recognizer: { recognize: () => Promise.reject(new Error('Not reached.')) },
    translatesTo: [],
    changeVisibility: async () => {},
  })(event, context);

test.each([
  ['fetch-audio', fetchAudio],
  ['split-audio', splitAudio],
  ['recognize-chunk', recognizeChunk],
  ['finish-job', finishJob],
  ['deliver-webhook', deliverWebhook],
] as const)('a message that %s cannot read moves the metric of its alarm', async (_, handler) => {
  expect(await handler(queueEvent({ body: 'nonsense' }), lambdaContext)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }],
  });
  expect(handledFailures()).toEqual([1]);
});

test('a route whose table is gone answers 500, which the alarm of the route counts, and moves the metric', async () => {
  const handler = createListFiles({
    authenticate: () => Promise.reject(new Error('Requested resource not found')),
    listFiles: () => Promise.reject(new Error('Not reached.')),
    now: () => new Date(),
  });
  const headers = { authorization: 'Bearer es_live_x' };
  const answer = await handler(httpEvent({ headers }), lambdaContext);
  expect(answer).toMatchObject({ statusCode: 500 });
  expect(handledFailures()).toEqual([1]);
  expect(watched.of('request.crashed')).toMatchObject([{ RequestCrashed: 1 }]);
});

test('a webhook that the sweeper cannot send moves the metric of its alarm', async () => {
  const webhooks = await aWebhookWorld();
  try {
    await webhooks.register();
    await webhooks.happen({ silently: true });
    webhooks.clock.now = new Date(webhooks.clock.now.getTime() + minute);
    const send = () => Promise.reject(new Error('The queue is gone.'));
    await createSweepWebhooks({ ...webhooks.deps, send })({}, lambdaContext);
    expect(handledFailures()).toEqual([1]);
  } finally {
  }
});
