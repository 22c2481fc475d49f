import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a free port of this machine. Returns the port. */
export const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};
