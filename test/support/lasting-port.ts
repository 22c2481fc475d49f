import { randomInt } from 'node:crypto';
import { isFree } from '#local/free-port.ts';

/**
 * A free port for a service that is stopped and started again. The port is below the range that the system uses for outgoing
 * connections, because one of them could take the port during the restart. It is above the ports of the programs that stacks
 * start.
 */
export const lastingPort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000);
  return (await isFree(port)) ? port : lastingPort();
};
