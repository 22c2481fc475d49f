import { expect, test } from 'vitest';
import { aboutOrganization, aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';
import { tableBefore } from '../../../support/table-before.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/projects';
const create = (by = customer, headers: Record<string, string> = {}, name = 'Call centre') =>
  world.call(route, { ...aboutOrganization(by), body: { name }, headers });

test('201 again under the same Idempotency-Key is the same project', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create(customer, key);
  const second = await create(customer, key);
  expect([first.status, first.body.name]).toEqual([201, 'Call centre']);
  expect([second.body.id, second.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
});

test('409 under the Idempotency-Key of a project that was deleted', async () => {
  const key = { 'idempotency-key': 'a-key-of-a-deleted-project' };
  const { body } = await create(customer, key);
  const about = { as: customer.person, params: { project_id: body.id } };
  await world.call('DELETE /api/platform/v1/projects/{project_id}', about);
  const again = await create(customer, key);
  expect([again.status, again.body.error.type]).toEqual([409, 'invalid_state']);
});

test('the same Idempotency-Key in two organizations of a person makes two projects', async () => {
  const key = { 'idempotency-key': 'a-key-of-two-organizations' };
  const first = await create(customer, key);
  const second = await create(await world.aCustomer(customer), key);
  expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
});

test('409 when an organization has the maximum number of projects', async () => {
  const limits = { ...world.deps.limits, projectsPerOrganization: 1 };
  const ask = { ...aboutOrganization(customer), body: { name: 'One more' } };
  const { status, body } = await world.callWith({ limits })(route, ask);
  expect([status, body.error.details]).toEqual([409, { limit: 'projects_per_organization_max', max: 1 }]);
});

test('404 in an organization that is deleted at the same moment', async () => {
  const owner = await world.aCustomer();
  await world.call('DELETE /api/platform/v1/projects/{project_id}', aboutProject(owner));
  const remove = 'DELETE /api/platform/v1/organizations/{organization_id}';
  const table = tableBefore(world.table, () => world.call(remove, aboutOrganization(owner)));
  const ask = { ...aboutOrganization(owner), body: { name: 'Late' } };
  expect((await world.callWith({ table })(route, ask)).status).toBe(404);
});

test('422 for a used Idempotency-Key with another body', async () => {
  const key = { 'idempotency-key': 'a-key-used-for-two-bodies' };
  await create(customer, key);
  expect((await create(customer, key, 'Archive')).status).toBe(422);
});

test('400 for a name of blanks, which nobody could see', async () => {
  const { status, body } = await create(customer, {}, '  ');
  expect([status, body.error.details.fields[0].rule]).toEqual([400, 'blank']);
});
