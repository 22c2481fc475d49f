import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();
const organization = '/api/platform/v1/organizations/{organization_id}/billing';
const route = `POST ${organization}/portal` as const;

test('200 is the page of the provider for the customer that bought', async () => {
  const owner = await world.aCustomer();
  const body = { kind: 'credit_pack', price_id: 'price_pack' };
  await world.call(`POST ${organization}/checkout`, { ...aboutOrganization(owner), body });
  const opened = await world.call(route, aboutOrganization(owner));
  expect(opened.status).toBe(200);
  expect(opened.body.url).toContain(`https://portal.example/cus_${owner.organizationId}?`);
});

test('409 before the first checkout', async () => {
  const { status, body } = await world.call(route, aboutOrganization(await world.aCustomer()));
  expect([status, body.error.type]).toEqual([409, 'invalid_state']);
});

test('409 for a customer that is gone at the provider', async () => {
  const owner = await world.aCustomer();
  const body = { kind: 'credit_pack', price_id: 'price_pack' };
  await world.call(`POST ${organization}/checkout`, { ...aboutOrganization(owner), body });
  const { status } = await world.callWith({ openPortal: async () => undefined })(
    route,
    aboutOrganization(owner),
  );
  expect(status).toBe(409);
});

test('501 where nothing is sold', async () => {
  const ask = aboutOrganization(await world.aCustomer());
  expect((await world.callWith({ openPortal: undefined })(route, ask)).status).toBe(501);
});
