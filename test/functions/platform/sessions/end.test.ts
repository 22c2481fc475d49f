import { expect, test } from 'vitest';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const sessions = '/api/platform/v1/sessions';
const end = async (as: { cookie: string }, id: string) =>
  (await world.call(`DELETE ${sessions}/{session_id}`, { as, params: { session_id: id } })).status;

test('204 ends another session of the person, also twice, and 404 for a stranger', async () => {
  const { user, person } = await world.aPerson();
  const other = { cookie: `__Host-session=${await startSession(world.table, user, world.clock)}` };
  const { body } = await world.call(`GET ${sessions}`, { as: person });
  const { id } = body.data.find((one: any) => !one.is_current);
  expect(await end(customer.person, id)).toBe(404);
  expect((await world.call(`GET ${sessions}`, { as: other })).status).toBe(200);
  expect([await end(person, id), await end(person, id)]).toEqual([204, 204]);
  expect((await world.call(`GET ${sessions}`, { as: other })).status).toBe(401);
  expect((await world.call(`GET ${sessions}`, { as: person })).body.data).toHaveLength(1);
});
