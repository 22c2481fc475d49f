import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (id: string) =>
  world.call('GET /v1/files/{file_id}', { as: customer.live, params: { file_id: id } });

test('200 is the file', async () => {
  const id = await world.aFile(customer);
  const { status, body } = await get(id);
  expect([status, body]).toEqual([200, expect.objectContaining({ id, mode: 'live', size_bytes: 5 })]);
});

test('404 for a malformed id', async () => {
  expect((await get('x')).status).toBe(404);
});

test('410 for a file that was deleted', async () => {
  const id = await world.aFile(customer);
  await world.call('DELETE /v1/files/{file_id}', { as: customer.live, params: { file_id: id } });
  const { status, body } = await get(id);
  expect([status, body.error.type]).toEqual([410, 'expired']);
});
