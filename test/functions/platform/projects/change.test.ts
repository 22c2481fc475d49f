import { expect, test } from 'vitest';
import { aboutOrganization, aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();

test('200 renames the project, also in the list of its organization', async () => {
  const ask = { ...aboutProject(customer), body: { name: 'Archive' } };
  const { status, body } = await world.call('PATCH /api/platform/v1/projects/{project_id}', ask);
  expect([status, body.name]).toEqual([200, 'Archive']);
  const route = 'GET /api/platform/v1/organizations/{organization_id}/projects';
  const list = await world.call(route, aboutOrganization(customer));
  expect(list.body.data).toEqual([body]);
});

test('404 for a project that is deleted at the same moment', async () => {
  const owner = await world.aCustomer();
  const route = '/api/platform/v1/projects/{project_id}';
  const table = tableBefore(world.table, () => world.call(`DELETE ${route}`, aboutProject(owner)));
  const ask = { ...aboutProject(owner), body: { name: 'Late' } };
  expect((await world.callWith({ table })(`PATCH ${route}`, ask)).status).toBe(404);
});
