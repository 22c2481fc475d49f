import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await world.call('GET /v1/files', { as: customer.live, query });
  return { status, body, ids: body.data?.map((one: { id: string }) => one.id) };
};
const pass = (ms: number): void => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

test('200 lists the files of the project of the key in its mode, page by page, newest first', async () => {
  // These files are later than those of other tests.
  pass(1_000);
  const older = await world.aFile(customer);
  pass(1_000);
  const newer = await world.aFile(customer);
  await world.aFile(customer, 'test');
  const first = await list({ limit: '1' });
  expect([first.status, first.ids, first.body.has_more]).toEqual([200, [newer], true]);
  expect((await list({ limit: '1', cursor: first.body.next_cursor })).ids).toEqual([older]);
});

test('200 lists the files that carry an id of the caller', async () => {
  const uploadId = await world.anUpload(customer);
  const body = { upload_id: uploadId, client_reference_id: 'call-42', metadata: { team: 'support' } };
  const file = (await world.call('POST /v1/files', { as: customer.live, body })).body;
  expect(file).toMatchObject({ client_reference_id: 'call-42', metadata: { team: 'support' } });
  expect((await list({ client_reference_id: 'call-42' })).body.data).toEqual([file]);
  expect((await list({ client_reference_id: 'call-4' })).ids).toEqual([]);
});

test.each([{ limit: '0' }, { limit: '101' }, { cursor: 'x' }])('400 for %j', async (query) => {
  expect((await list(query)).status).toBe(400);
});
