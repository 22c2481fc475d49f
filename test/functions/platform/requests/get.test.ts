import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 for a request by key, in the mode of the key only', async () => {
  const request_id = await world.aRefusedRequest(customer, 'test');
  const get = (mode: string) =>
    world.call('GET /api/platform/v1/projects/{project_id}/requests/{request_id}', {
      as: customer.person,
      params: { project_id: customer.projectId, request_id },
      query: { mode },
    });
  const found = await get('test');
  expect([found.status, found.body.error_type]).toEqual([200, 'invalid_request']);
  expect((await get('live')).status).toBe(404);
});
