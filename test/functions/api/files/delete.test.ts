import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const remove = (id: string) =>
  world.call('DELETE /v1/files/{file_id}', { as: customer.live, params: { file_id: id } });

test('204 removes the file and its audio; a second DELETE changes nothing', async () => {
  const id = await world.aFile(customer);
  const { uploadId } = (await world.deps.findFile(`${customer.projectId}.live`, id)) ?? {};
  const isStored = () => [...world.audio.objects.keys()].some((key) => key.includes(String(uploadId)));
  expect(isStored()).toBe(true);
  expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204]);
  expect(isStored()).toBe(false);
});

test('404 for a malformed id', async () => {
  expect((await remove('x')).status).toBe(404);
});
