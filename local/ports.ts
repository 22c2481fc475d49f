import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** HTTP on the loopback interface. Answers 503 until `serve` is called. */
export type Listener = {
  port: number;
  url: string;
  serve: (listener: RequestListener) => void;
  close: () => Promise<void>;
};

type ListenOptions = { maxHeaderSize?: number };

class PortTaken extends Error {}

/** @throws PortTaken; port 0 picks a free one */
export const listen = async (port: number, options: ListenOptions = {}): Promise<Listener> => {
  let current = notReady;
  // Large uploads may take longer than the default of five minutes.
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 0, ...options },
    (request, response) => current(request, response),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw isTaken(error) ? new PortTaken(`Port ${port} is taken. Choose another with --port.`) : error;
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    serve: (listener) => {
      current = listener;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const lastPort = 65_535;

/** Listens on `port` if that is free, else on any other. */
export const listenNear = async (port: number): Promise<Listener> =>
  listen(port > lastPort ? 0 : port).catch((error: unknown) => {
    if (error instanceof PortTaken) return listen(0);
    throw error;
  });

/** A port nobody listens on at this moment, for a program that cannot pick one itself. */
export const freePort = async (): Promise<number> => {
  const listener = await listen(0);
  await listener.close();
  return listener.port;
};

// As API Gateway words its own refusals, so that whoever reads JSON can read this.
const notReady: RequestListener = (_request, response) => {
  const headers = { 'content-type': 'application/json', 'retry-after': '1' };
  response.writeHead(503, headers).end(JSON.stringify({ message: 'Service Unavailable' }));
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
