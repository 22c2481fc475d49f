import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../../../support/function-world.ts';

let world: FunctionWorld;
let customer: Customer;
beforeAll(async () => {
  world = await aFunctionWorld();
  customer = await world.aCustomer();
});
afterAll(() => world.stop());

const ask = (method: 'GET' | 'DELETE', id: string, as = customer.live) =>
  world.call(`${method} /v1/files/{file_id}`, { as, params: { file_id: id } });

describe('GET /v1/files/{file_id}', () => {
  test('200 is the file', async () => {
    const id = await world.aFile(customer);
    expect((await ask('GET', id)).body).toMatchObject({ id, mode: 'live', size_bytes: 5 });
  });

  test('404 for a malformed id', async () => {
    expect((await ask('GET', 'x')).status).toBe(404);
  });
});

describe('DELETE /v1/files/{file_id}', () => {
  test('204 removes the file and its audio; a second DELETE changes nothing', async () => {
    const id = await world.aFile(customer);
    const { uploadId } = (await world.deps.findFile(`${customer.projectId}.live`, id)) ?? {};
    expect([...world.audio.objects.keys()].some((key) => key.includes(String(uploadId)))).toBe(true);
    expect([(await ask('DELETE', id)).status, (await ask('DELETE', id)).status]).toEqual([204, 204]);
    expect([...world.audio.objects.keys()].some((key) => key.includes(String(uploadId)))).toBe(false);
    expect((await ask('GET', id)).status).toBe(410);
  });
});

test('GET /v1/files lists the files of the project of the key, in its mode', async () => {
  const owner = await world.aCustomer();
  const id = await world.aFile(owner);
  await world.aFile(owner, 'test');
  const { status, body } = await world.call('GET /v1/files', { as: owner.live });
  expect([status, body.data.map((one: { id: string }) => one.id)]).toEqual([200, [id]]);
});
