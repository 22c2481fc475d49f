import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { AllowedOrigin, AllowList } from '#lib/platform/net/allow-list.ts';
import { type Timer, systemTimer } from '#lib/platform/net/pace.ts';
import {
  safeFetch,
  type SafeResponse,
  type SafeFetchDeps,
  type SafeRequest,
} from '#lib/platform/net/safe-fetch.ts';
import { selfSigned } from './certificate.ts';
import { listen } from './listen.ts';

export const originName = 'audio.test';

/** `raw` is the connection, for responses that no HTTP server would send. */
export type Answer = (request: IncomingMessage, response: ServerResponse, raw: Socket) => void;

const pair = selfSigned(originName);

export type Origin = Awaited<ReturnType<typeof startOrigin>>;

/** An https server on loopback with responses that a test sets by path, and its entry in the allow list. */
export const startOrigin = async (certificate = pair) => {
  const answers = new Map<string, Answer>();
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    const answer = answers.get(new URL(request.url ?? '/', 'https://x').pathname);
    if (answer) answer(request, response, request.socket);
    else response.writeHead(404).end();
  };
  const server = createServer(certificate, listener);
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  const allowed: AllowedOrigin = { host: originName, port, address: '127.0.0.1', ca: certificate.cert };
  return {
    allowed,
    requests,
    url: (path: string) => `https://${originName}:${port}${path}`,
    /** Sets the response of a path. Returns its URL. */
    on(path: string, answer: Answer): string {
      answers.set(path, answer);
      return this.url(path);
    },
    /** Sets the response of `/audio`. Returns its URL. */
    answering(answer: Answer): string {
      return this.on('/audio', answer);
    },
    read: (url: string, more: Case = {}) => fetchWhole([allowed], url, more),
    /** An endless response. `lost` resolves when its connection has ended. */
    endless(path: string) {
      const lost = Promise.withResolvers<void>();
      const url = this.on(path, (_, response) => {
        const more = (): void => {
          while (response.writable && response.write(Buffer.alloc(65_536, 'OggS')));
        };
        response.on('drain', more).on('close', lost.resolve);
        more();
      });
      return { url, lost: lost.promise };
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Dependencies of safeFetch like in production, but with allowed origins and without name resolution. */
export const fetchDeps = (
  allow: AllowList,
  timeouts: Partial<SafeFetchDeps['timeouts']> = {},
  timer: Timer = systemTimer,
): SafeFetchDeps => ({
  timer,
  resolve: async () => [],
  allow,
  timeouts: { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000, ...timeouts },
});

/** A GET with generous limits, unless the test sets other limits. */
export const aGet = (url: string, more: Partial<SafeRequest> = {}): SafeRequest => ({
  url,
  method: 'GET',
  maxBytes: 1_000_000,
  totalMs: 10_000,
  ...more,
});

export const whole = async ({ body }: SafeResponse): Promise<Buffer> => Buffer.concat(await body.toArray());

type Case = Partial<SafeRequest & SafeFetchDeps['timeouts']>;

/** Fetches from the allowed origins and reads the whole body. */
export const fetchWhole = async (allow: AllowList, url: string, more: Case = {}): Promise<Buffer> =>
  whole(await safeFetch(fetchDeps(allow, more), aGet(url, more)));
