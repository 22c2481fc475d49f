import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 is the signed-in user, and when the session expires unless it is used', async () => {
  const { status, body } = await world.call('GET /api/platform/v1/session', { as: customer.person });
  expect([status, body]).toEqual([
    200,
    {
      user: { id: customer.user.id, email: 'ada@example.com', name: 'Ada' },
      expires_at: '2026-11-20T22:00:00.000Z',
    },
  ]);
});
