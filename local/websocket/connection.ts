import type { WebSocket } from 'ws';
import type { Clock } from '../events/clock.ts';
import type { Client } from './event.ts';
import { maxConnectionMs, maxIdleMs } from './limits.ts';

/** An open connection of a client. */
export type Connection = {
  readonly client: Client;
  readonly lastActiveAt: () => Date;
  /** Sends a text message. Resolves when it is handed to the network. */
  readonly send: (text: string) => Promise<void>;
  readonly close: (code: number, reason: string) => void;
  /** Breaks the connection without a close frame, like a network failure. */
  readonly terminate: () => void;
};

type ConnectionDeps = {
  readonly clock: Clock;
  readonly onMessage: (body: string) => void;
  readonly onClose: (code: number, reason: string) => void;
};

/** Serves an accepted socket until either side closes it, it is idle for too long, or it is too old. */
export const openConnection = (
  socket: WebSocket,
  client: Client,
  { clock, onMessage, onClose }: ConnectionDeps,
): Connection => {
  const goAway = (): void => socket.close(1001, 'Going away');
  let lastActiveAt = client.connectedAt;
  let cancelIdle = clock.after(maxIdleMs, goAway);
  const cancelEnd = clock.after(maxConnectionMs, goAway);
  const touch = (): void => {
    if (socket.readyState !== socket.OPEN) return;
    lastActiveAt = clock.now();
    cancelIdle();
    cancelIdle = clock.after(maxIdleMs, goAway);
  };
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN || !Buffer.isBuffer(data)) return;
    if (isBinary) return socket.close(1003, 'Binary is not supported');
    touch();
    onMessage(data.toString());
  });
  // The close event that follows has the reason.
  socket.on('error', () => {});
  socket.on('close', (code, reason) => {
    cancelIdle();
    cancelEnd();
    onClose(code, reason.toString());
  });
  return {
    client,
    lastActiveAt: () => lastActiveAt,
    send: (text) =>
      new Promise((resolve, reject) => {
        socket.send(text, (error) => {
          if (error) return reject(error);
          touch();
          resolve();
        });
      }),
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
};
