import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const projects = '/api/platform/v1/organizations/{organization_id}/projects';

test('200 lists the projects of the organization, page by page, newest first', async () => {
  await world.aCustomer();
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  const ask = aboutOrganization(customer);
  const { body: newer } = await world.call(`POST ${projects}`, { ...ask, body: { name: 'Newer' } });
  const list = async (query: Record<string, string>) => {
    const { status, body } = await world.call(`GET ${projects}`, { ...ask, query });
    return { status, ids: body.data.map(({ id }: { id: string }) => id), next: body.next_cursor };
  };
  const first = await list({ limit: '1' });
  expect([first.status, first.ids]).toEqual([200, [newer.id]]);
  expect((await list({ limit: '1', cursor: first.next })).ids).toEqual([customer.projectId]);
});
