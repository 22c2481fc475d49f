import { randomInt } from 'node:crypto';
import { listenIfFree } from './ports.ts';

// Below the ports that systems give to outgoing connections, and to servers that take any port.
const firstPort = 10_000;
const lastPort = 20_000;

const anyEvenPort = (): number => 2 * randomInt(firstPort / 2, lastPort / 2);

/** Whether the port is currently free. */
export const isFree = async (port: number): Promise<boolean> => {
  const probe = await listenIfFree(port);
  await probe?.close();
  return probe !== undefined;
};

/**
 * Calls `start` with a free port, for a program that cannot choose a port itself. Until `start` ends, this function gives the
 * port to no other process: it reserves an even port by listening on the odd port above.
 */
export const onFreePort = async <Started>(
  start: (port: number) => Promise<Started>,
  candidate = anyEvenPort,
): Promise<Started> => {
  const port = candidate();
  const claim = await listenIfFree(port + 1);
  try {
    if (claim && (await isFree(port))) return await start(port);
  } finally {
    await claim?.close();
  }
  return onFreePort(start, candidate);
};
