import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}';
const change = (by: typeof customer, userId: string, role: string) => {
  const { as, params } = aboutOrganization(by);
  return world.call(route, { as, params: { ...params, user_id: userId }, body: { role } });
};

test('200 gives a member another role at once; repeating it has no effect', async () => {
  const colleague = await world.aColleague(customer, 'viewer');
  const { status, body } = await change(customer, colleague.user.id, 'owner');
  expect([status, body.role]).toEqual([200, 'owner']);
  expect((await change(customer, colleague.user.id, 'owner')).body).toEqual(body);
  expect((await change(colleague, colleague.user.id, 'billing')).body.role).toBe('billing');
  expect((await change(colleague, customer.user.id, 'viewer')).status).toBe(403);
});

test('409 for the last owner, however many step down at once', async () => {
  const founder = await world.aCustomer();
  const second = await world.aColleague(founder, 'owner');
  const answers = await Promise.all([
    change(founder, founder.user.id, 'viewer'),
    change(second, second.user.id, 'viewer'),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('404 for somebody who is not a member', async () => {
  const { user } = await world.aPerson();
  expect((await change(customer, user.id, 'viewer')).status).toBe(404);
});
