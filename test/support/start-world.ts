import type { Limits } from '#lib/platform/limits/limits.ts';
import { aFunctionWorld } from './function-world.ts';

/** The functions and a customer for the tests of one file. */
export const startWorld = async (limits?: Limits) => {
  const world = await aFunctionWorld(limits);
  return { world, customer: await world.aCustomer() };
};
