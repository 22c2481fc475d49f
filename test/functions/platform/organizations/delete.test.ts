import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerKey } from '#lib/domain/billing/keys.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
beforeAll(async () => {
  world = await aFunctionWorld();
});
afterAll(() => world.stop());

const route = 'DELETE /api/platform/v1/organizations/{organization_id}';
const about = ({ person, organizationId }: Customer) => ({
  as: person,
  params: { organization_id: organizationId },
});

const withoutProjects = async (): Promise<Customer> => {
  const customer = await world.aCustomer();
  await world.call('DELETE /api/platform/v1/projects/{project_id}', {
    as: customer.person,
    params: { project_id: customer.projectId },
  });
  return customer;
};

test('a deleted organization is gone for all its members, who may found others', async () => {
  const owner = await withoutProjects();
  const colleague = await world.aColleague(owner);
  expect((await world.call(route, about(owner))).status).toBe(204);
  for (const { person } of [owner, colleague]) {
    const listed = await world.call('GET /api/platform/v1/organizations', { as: person });
    expect(listed.body.data).toEqual([]);
    const members = 'GET /api/platform/v1/organizations/{organization_id}/members';
    expect((await world.call(members, { ...about(owner), as: person })).status).toBe(404);
  }
  expect((await world.call(route, about(owner))).status).toBe(404);
});

test('an organization with a project is not deleted', async () => {
  const owner = await world.aCustomer();
  const refused = await world.call(route, about(owner));
  expect(refused).toMatchObject({ status: 409, body: { error: { type: 'invalid_state' } } });
  const projects = 'GET /api/platform/v1/organizations/{organization_id}/projects';
  expect((await world.call(projects, about(owner))).body.data).toHaveLength(1);
});

test('an organization whose subscription would be renewed is not deleted', async () => {
  const owner = await withoutProjects();
  await world.table.putNew({ ...customerKey(owner.organizationId), customerId: 'cus_1' });
  const subscription = { id: 'sub_1', priceId: 'price_1', status: 'active', periodEndsAt: null };
  const withSubscription = (isCanceled: boolean) =>
    world.callWith({ subscriptionsOf: async () => [{ ...subscription, isCanceled }] })(route, about(owner));
  expect((await withSubscription(false)).status).toBe(409);
  expect((await withSubscription(true)).status).toBe(204);
});

test('nobody joins a deleted organization by an invitation from before', async () => {
  const owner = await withoutProjects();
  const { id, secret } = await world.anInvitation(owner);
  await world.call(route, about(owner));
  const joined = await world.call(
    'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept',
    {
      as: (await world.aPerson()).person,
      params: { organization_id: owner.organizationId, invitation_id: id },
      body: { secret },
    },
  );
  expect(joined.status).toBe(404);
});
