import { expect, test } from 'vitest';
import { fanOut } from '#lib/domain/webhooks/fan-out.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const list = (id: string, as = customer.live) =>
  world.call('GET /v1/transcriptions/{transcription_id}/deliveries', {
    as,
    params: { transcription_id: id },
  });

/** Creates the deliveries of all events in the queue. */
const fanOutAll = async () => {
  for (const message of world.sent.webhook.splice(0))
    if (message.kind === 'event') await fanOut(world.deps, { tenant: message.tenant, id: message.eventId });
};

test('200 has what was sent about the end of a job, to each webhook', async () => {
  const webhooks = [await world.aWebhook(customer), await world.aWebhook(customer)];
  const ids = [await world.aCompletedJob(customer), await world.aFailedJob(customer)];
  await fanOutAll();
  for (const [id, type] of [
    [ids[0] ?? '', 'transcription.completed'],
    [ids[1] ?? '', 'transcription.failed'],
  ] as const) {
    const { status, body } = await list(id);
    expect(status).toBe(200);
    expect(body.data.map((one: any) => one.webhook_id).toSorted()).toEqual(webhooks.toSorted());
    for (const one of body.data) expect(one).toMatchObject({ transcription_id: id, event_type: type });
  }
});

test('200 has nothing for a job on its way', async () => {
  const other = await world.aCustomer();
  await world.aWebhook(other);
  const { status, body } = await list(await world.aJob(other), other.live);
  expect([status, body.data]).toEqual([200, []]);
});
