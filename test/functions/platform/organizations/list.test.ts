import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 lists the organizations of the person only', async () => {
  const stranger = await world.aCustomer();
  const list = async (as: { cookie: string }) => {
    const { status, body } = await world.call('GET /api/platform/v1/organizations', { as });
    return [status, body.data.map(({ id }: { id: string }) => id)];
  };
  expect(await list(customer.person)).toEqual([200, [customer.organizationId]]);
  expect(await list(stranger.person)).toEqual([200, [stranger.organizationId]]);
});
