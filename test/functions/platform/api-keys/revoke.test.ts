import { expect, test } from 'vitest';
import { aboutProject } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = '/api/platform/v1/projects/{project_id}/api-keys';
const revoke = (id: string) => {
  const { as, params } = aboutProject(customer);
  return world.call(`DELETE ${route}/{key_id}`, { as, params: { ...params, key_id: id } });
};

test('204 ends the key at once; a second DELETE changes nothing', async () => {
  const create = { ...aboutProject(customer), body: { name: 'leaked', mode: 'live' } };
  const { body: key } = await world.call(`POST ${route}`, create);
  const as = { key: key.secret };
  expect((await world.call('GET /v1/transcriptions', { as })).status).toBe(200);
  expect([(await revoke(key.id)).status, (await revoke(key.id)).status]).toEqual([204, 204]);
  expect((await world.call('GET /v1/transcriptions', { as })).status).toBe(401);
});

test('404 for a malformed id', async () => {
  expect((await revoke('x')).status).toBe(404);
});
