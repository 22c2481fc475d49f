import { expect, test } from 'vitest';
import { aboutProject, aboutWebhook } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const webhook = '/api/platform/v1/webhooks/{webhook_id}';

test('204 removes the webhook', async () => {
  const about = aboutWebhook(customer, await world.aWebhook(customer));
  expect((await world.call(`DELETE ${webhook}`, about)).status).toBe(204);
  expect((await world.call(`GET ${webhook}`, about)).status).toBe(404);
});

test('204 frees a place in the limits of the project and of the organization', async () => {
  const owner = await world.aCustomer();
  const used = async () => {
    const route = 'GET /api/platform/v1/projects/{project_id}/usage';
    const { body } = await world.call(route, aboutProject(owner));
    const quotas: readonly { limit: string; used: number }[] = body.quotas;
    return quotas.flatMap((quota) => (quota.limit.startsWith('webhooks_') ? [quota.used] : []));
  };
  const id = await world.aWebhook(owner);
  expect(await used()).toEqual([1, 1]);
  await world.call(`DELETE ${webhook}`, aboutWebhook(owner, id));
  expect(await used()).toEqual([0, 0]);
});
