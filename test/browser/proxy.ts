import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../support/listen.ts';

/** An HTTP proxy whose connections can be cut, even in the middle of a request body. */
export const startProxy = async () => {
  const sockets = new Set<Socket>();
  let isDown = false;
  let cutAfter: { readonly method: string; readonly bytes: number; readonly onCut: () => void } | undefined;
  const cut = (): void => {
    isDown = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((incoming, answer) => {
    const { url = '', method = '', headers } = incoming;
    const outgoing = request(url, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    let sent = 0;
    incoming.on('data', (part: Buffer) => {
      sent += part.length;
      if (!cutAfter || cutAfter.method !== method || sent < cutAfter.bytes) return;
      const { onCut } = cutAfter;
      cutAfter = undefined;
      cut();
      onCut();
    });
    outgoing.on('error', () => answer.destroy());
    incoming.on('close', () => incoming.complete || outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connection', (socket) => {
    if (isDown) socket.destroy();
    else sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  const port = await listen(server);
  return {
    /** Arguments for Chromium, which by default connects to this machine without a proxy. */
    browserArgs: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'],
    cut,
    /** Cuts all connections as soon as this number of bytes of a request with this method has passed. */
    cutAfter: (method: string, bytes: number): Promise<void> =>
      new Promise((onCut) => {
        cutAfter = { method, bytes, onCut };
      }),
    mend: (): void => {
      isDown = false;
    },
    stop: (): void => {
      cut();
      server.close();
    },
  };
};
export type Proxy = Awaited<ReturnType<typeof startProxy>>;
