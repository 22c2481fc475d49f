import { randomInt } from 'node:crypto';
import { listen } from '#local/ports.ts';

/**
 * A free port for a service that is stopped and started again. It is below those that the system gives to outgoing connections,
 * one of which could take the port meanwhile.
 */
export const lastingPort = async (): Promise<number> => {
  const listener = await listen(randomInt(20_000, 30_000)).catch(() => undefined);
  if (!listener) return lastingPort();
  await listener.close();
  return listener.port;
};
