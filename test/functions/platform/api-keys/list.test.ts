import { expect, test } from 'vitest';
import { aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = '/api/platform/v1/projects/{project_id}/api-keys';

test('200 lists the keys of the project, and never their secrets', async () => {
  const create = { ...aboutProject(customer), body: { name: 'listed', mode: 'live' } };
  const { body: made } = await world.call(`POST ${route}`, create);
  const { status, body } = await world.call(`GET ${route}`, aboutProject(customer));
  expect([status, body.data]).toEqual([200, [expect.objectContaining({ id: made.id, name: 'listed' })]]);
  expect(JSON.stringify(body)).not.toContain(made.secret);
});

test('200 lists the keys page by page, newest first', async () => {
  const by = await world.aCustomer();
  for (const mode of ['live', 'test']) {
    await world.call(`POST ${route}`, { ...aboutProject(by), body: { name: mode, mode } });
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  }
  const list = async (query: Record<string, string>) =>
    (await world.call(`GET ${route}`, { ...aboutProject(by), query })).body;
  const first = await list({ limit: '1' });
  const second = await list({ limit: '1', cursor: first.next_cursor });
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['test', 'live']);
  expect([first.data.length, second.next_cursor]).toEqual([1, null]);
});
