import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import { aWorld } from '../../../support/protocol-world.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeAll(async () => {
  world = await aWorld();
  Object.assign(world.script, { share: 1, body: Buffer.alloc(minPlannedBytes) });
});
beforeEach(() => {
  for (const queue of Object.values(world.queues)) queue.length = 0;
});

/** Runs `meanwhile` while a job of the project is being split. */
const whileCutting = async (meanwhile: () => Promise<void>): Promise<JobRef> => {
  const job = await world.queueUploaded();
  world.queues.split.splice(0);
  const { cut } = world.deps;
  world.deps.cut = async function* (...file) {
    world.deps.cut = cut;
    await meanwhile();
    return yield* cut(...file);
  };
  await world.split(job);
  return job;
};

test('a message without a stage permit is received again, and its job completes', async () => {
  const job = await world.queueUploaded();
  const [message] = world.queues.split.splice(0);
  if (!message) throw new Error('A queued job has a message.');
  await whileCutting(async () => {
    await world.split(message);
    expect(world.queues.split.splice(0)).toEqual([message]);
    expect(await world.view(job)).toMatchObject({ status: 'queued' });
  });
  await world.split(message);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('a message that the sweeper sends for a waiting job is dropped as a duplicate', async () => {
  await world.queueUploaded();
  const [message] = world.queues.split.splice(0);
  if (!message) throw new Error('A queued job has a message.');
  await whileCutting(async () => {
    await world.split(message);
    expect(world.queues.split.splice(0)).toEqual([message]);
    await world.split(message);
    expect(world.queues.split).toEqual([]);
    world.clock.now = world.later(10_000);
    await world.split(message);
    expect(world.queues.split.splice(0)).toEqual([message]);
  });
  await world.split(message);
  await world.run();
});
