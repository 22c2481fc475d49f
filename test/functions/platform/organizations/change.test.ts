import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = '/api/platform/v1/organizations';

test('200 renames the organization for all of its members', async () => {
  const colleague = await world.aColleague(customer);
  const ask = { ...aboutOrganization(customer), body: { name: 'Difference Engines' } };
  const { status, body } = await world.call(`PATCH ${route}/{organization_id}`, ask);
  expect([status, body.name, body.role]).toEqual([200, 'Difference Engines', 'owner']);
  const list = await world.call(`GET ${route}`, { as: colleague.person });
  expect(list.body.data).toMatchObject([{ name: 'Difference Engines', role: 'developer' }]);
});
