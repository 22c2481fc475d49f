import { expect, test } from 'vitest';
import { aboutOrganization, aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

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

test('404 for an organization that is deleted at the same moment', async () => {
  const owner = await world.aCustomer();
  await world.call('DELETE /api/platform/v1/projects/{project_id}', aboutProject(owner));
  const ask = aboutOrganization(owner);
  const table = tableBefore(world.table, () => world.call(`DELETE ${route}/{organization_id}`, ask));
  const call = world.callWith({ table });
  const late = await call(`PATCH ${route}/{organization_id}`, { ...ask, body: { name: 'Late' } });
  expect(late.status).toBe(404);
});

test('the audit log has the name that each of two changes at once replaced', async () => {
  const owner = await world.aCustomer();
  const rename = (name: string, call = world.call) =>
    call(`PATCH ${route}/{organization_id}`, { ...aboutOrganization(owner), body: { name } });
  await rename('Engines');
  const table = tableBefore(world.table, () => rename('First'));
  expect((await rename('Second', world.callWith({ table }))).body.name).toBe('Second');
  const { body } = await world.call(`GET ${route}/{organization_id}/audit-log`, aboutOrganization(owner));
  const changes = body.data.flatMap(({ change }: { change: object | null }) => change ?? []);
  expect(changes).toContainEqual({ from: 'First', to: 'Second' });
  expect(changes).not.toContainEqual({ from: 'Engines', to: 'Second' });
});
