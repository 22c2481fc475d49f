import { expect, test } from 'vitest';
import { createHandler } from '#functions/workers/dead-letter.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';

const world = await startProtocol();

const deliver = (body: unknown) => createHandler(world.deps)(queueEvent({ body }), lambdaContext);
const done = { batchItemFailures: [] };

test('a job whose chunk died fails uncharged and queues its webhook event', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  world.webhooks.length = 0;
  expect(await deliver(world.queues.chunk[0])).toEqual(done);
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'internal_error', retryable: true },
    billing: { amount_usd: '0.000000' },
  });
  expect(world.webhooks).toMatchObject([{ kind: 'event', tenant: job.tenant }]);
});

test('a dead message does not fail a job whose chunk another delivery recognized', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const [first] = world.queues.chunk;
  if (!first) throw new Error('A chunk is sent.');
  await world.recognize(first);
  expect(await deliver(first)).toEqual(done);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
});

test.each(['nonsense', { not: 'ours' }])(
  'a dead message that is none of ours is told once and let go, because nobody could ever work on it: %j',
  async (body) => {
    const watched = watchLog();
    expect(await deliver(body)).toEqual(done);
    expect(watched.lines).toMatchObject([
      { event: 'record.unreadable', message_id: 'm0', receives: 1, error_name: expect.any(String) },
    ]);
    expect(watched.lines[0]).not.toHaveProperty('HandledFailures');
  },
);

test('a dead message of a job in a form that is not known stays on the queue, for the version that knows it', async () => {
  const body = { tenant: 'prj_a.live', id: 'ofq_a', stage: 'newer' };
  expect(await deliver(body)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
});

test('a message whose job cannot be read stays on the queue', async () => {
  const find = async () => {
    throw new Error('The table is down.');
  };
  const handler = createHandler({ ...world.deps, store: { ...world.deps.store, find } });
  const body = { tenant: 'prj_a.live', id: 'ofq_1' };
  expect(await handler(queueEvent({ body }), lambdaContext)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }],
  });
});
