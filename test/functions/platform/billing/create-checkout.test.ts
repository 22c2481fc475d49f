import { expect, test } from 'vitest';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'POST /api/platform/v1/organizations/{organization_id}/billing/checkout';
const ask = (price: string) => ({
  ...aboutOrganization(customer),
  body: { kind: 'credit_pack', price_id: price },
});

test('201 is the page of the provider, for an order of this organization', async () => {
  world.sent.orders.length = 0;
  const headers = { 'idempotency-key': 'a-key-of-its-own' };
  const { status, body } = await world.call(route, { ...ask('price_pack'), headers });
  expect([status, body.url]).toEqual([201, 'https://checkout.example/1']);
  expect(world.sent.orders).toMatchObject([
    {
      organizationId: customer.organizationId,
      product: { priceId: 'price_pack' },
      successUrl: expect.stringMatching(/^https:\/\/console\.example\//),
      idempotencyKey: expect.stringMatching(/^chk_/),
    },
  ]);
});

test('400 for a price that is not sold', async () => {
  expect((await world.call(route, ask('price_other'))).status).toBe(400);
});

test('501 where nothing is sold', async () => {
  const { status, body } = await world.callWith({ openCheckout: undefined })(route, ask('price_pack'));
  expect([status, body.error.type]).toEqual([501, 'capability_unavailable']);
});
