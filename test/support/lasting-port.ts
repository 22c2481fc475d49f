import { randomInt } from 'node:crypto';
import { isFree } from '#local/free-port.ts';

/**
 * A free port for a service that is stopped and started again. It is below those that the system gives to outgoing connections,
 * one of which could take the port meanwhile, and above those of the programs that stacks start.
 */
export const lastingPort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000);
  return (await isFree(port)) ? port : lastingPort();
};
