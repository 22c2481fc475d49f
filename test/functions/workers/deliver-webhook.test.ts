import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/deliver-webhook.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { queueEvent } from '../../support/queue-event.ts';
import { answers, aWebhookWorld, type WebhookWorld } from '../../support/webhook-world.ts';

let world: WebhookWorld;
let watched: ReturnType<typeof watchLog>;
beforeEach(async () => {
  watched = watchLog();
  world = await aWebhookWorld();
});

const deliver = (body: unknown) => createHandler(world.deps)(queueEvent({ body }), lambdaContext);
const done = { batchItemFailures: [] };

/** The message of a delivery that waits for its first try. */
const aDelivery = async () => {
  const { id: webhookId } = await world.register();
  const event = await world.happen({ silently: true });
  expect(await deliver(world.anEvent(event).message)).toEqual(done);
  const message = world.mail.splice(0)[0]?.message;
  if (message?.kind !== 'delivery') throw new Error('An event makes a delivery.');
  return { event, webhookId, message };
};

test('an event becomes a delivery to each endpoint, and a delivery a signed request', async () => {
  const { event, message } = await aDelivery();
  expect(await deliver(message)).toEqual(done);
  expect(world.received).toMatchObject([
    { url: 'https://a.example/', body: event.payload, headers: { 'webhook-id': event.id } },
  ]);
});

test('the log line of an attempt has project, job, request, webhook, event, delivery, message and duration', async () => {
  const { event, webhookId, message } = await aDelivery();
  await deliver(message);
  expect(watched.of('webhook.attempted')).toMatchObject([
    {
      project_id: 'prj_a',
      mode: 'live',
      webhook_id: webhookId,
      event_id: event.id,
      transcription_id: event.transcriptionId,
      request_id: 'request-7',
      delivery_id: message.deliveryId,
      message_id: 'm0',
      receives: 1,
      delivered: true,
      duration_ms: expect.any(Number),
      function_request_id: 'invocation-7',
    },
  ]);
  expect(JSON.stringify(watched.lines)).not.toContain('a.example');
});

test('a failed attempt is scheduled again, and its message is deleted', async () => {
  const { message } = await aDelivery();
  world.script.answer = async () => answers(500);
  expect(await deliver(message)).toEqual(done);
  expect(world.mail).toMatchObject([{ message }]);
});

test('an internal error keeps the message on the queue', async () => {
  const { message } = await aDelivery();
  const decrypt = async () => {
    throw new Error('KMS is down.');
  };
  const handler = createHandler({ ...world.deps, decrypt });
  expect(await handler(queueEvent({ body: message }), lambdaContext)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }],
  });
  expect(watched.of('record.retried')).toMatchObject([
    { delivery_id: message.deliveryId, transcription_id: 'ofq_1', request_id: 'request-7' },
  ]);
});

test('the log line of a test event has the request that asked for it, and no job', async () => {
  const { id } = await world.register();
  await world.testEvent(id);
  await deliver(world.mail.splice(0)[0]?.message);
  await deliver(world.mail.splice(0)[0]?.message);
  const [line] = watched.of('webhook.attempted');
  expect(line).toMatchObject({ webhook_id: id, request_id: 'request-8' });
  expect(line).not.toHaveProperty('transcription_id');
});
