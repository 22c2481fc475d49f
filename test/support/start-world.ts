import { afterAll } from 'vitest';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { aFunctionWorld } from './function-world.ts';

/** The functions and a customer for the tests of one file, until its last test has run. */
export const startWorld = async (limits?: Limits) => {
  const world = await aFunctionWorld(limits);
  afterAll(() => world.stop());
  return { world, customer: await world.aCustomer() };
};
