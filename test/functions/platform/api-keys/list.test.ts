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
