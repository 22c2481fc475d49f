import { beforeEach } from 'vitest';
import { aWorld } from './protocol-world.ts';

/** The protocol's world for the tests of one file. Each test begins at the same time, with empty queues. */
export const startProtocol = async (...settings: Parameters<typeof aWorld>) => {
  const world = await aWorld(...settings);
  beforeEach(() => {
    world.clock.now = new Date('2026-11-20T10:00:00.000Z');
    for (const queue of Object.values(world.queues)) queue.length = 0;
  });
  return world;
};
