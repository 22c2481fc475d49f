import { expect, test } from 'vitest';
import { aWorld } from '../../../support/protocol-world.ts';

const world = await aWorld();

test('a chunk that was stored after the clean-up of its job is removed with its message', async () => {
  world.script.chunks = 1;
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const { objects } = world.audio;
  const chunks = [...objects].filter(([key]) => key.includes(job.id));
  const [late] = world.queues.chunk;
  await world.run();
  for (const [key, chunk] of chunks) objects.set(key, chunk);
  if (late) await world.recognize(late);
  expect(chunks).toHaveLength(1);
  expect([...objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});
