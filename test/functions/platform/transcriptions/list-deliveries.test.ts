import { expect, test } from 'vitest';
import { fanOut } from '#lib/domain/webhooks/fan-out.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 has the deliveries of a job of the mode that is asked for', async () => {
  const webhook = await world.aWebhook(customer, 'test');
  const id = await world.aCompletedJob(customer, 'test');
  for (const message of world.sent.webhook.splice(0))
    if (message.kind === 'event') await fanOut(world.deps, { tenant: message.tenant, id: message.eventId });
  const route = 'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/deliveries';
  const { status, body } = await world.call(route, {
    as: customer.person,
    params: { project_id: customer.projectId, transcription_id: id },
    query: { mode: 'test' },
  });
  expect([status, body.data]).toMatchObject([200, [{ webhook_id: webhook, transcription_id: id }]]);
});
