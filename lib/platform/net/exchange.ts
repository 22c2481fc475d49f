import { once } from 'node:events';
import { IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { asksForCertificate, codeOf, FetchFailure } from './fetch-failure.ts';
import type { Target } from './target.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** Headers that callers cannot override. Some firewalls refuse requests without `accept`. */
const ownHeaders = { accept: '*/*', 'user-agent': 'Earshot/1', 'accept-encoding': 'identity' };

/** The failure kind of an HTTP error on an open connection. */
export const faultOf = (error: unknown): 'bad_response' | 'client_certificate' | 'interrupted' => {
  const code = codeOf(error) ?? '';
  // In TLS 1.3 a server can request a client certificate only after the handshake.
  if (asksForCertificate(code)) return 'client_certificate';
  return code.startsWith('HPE_') ? 'bad_response' : 'interrupted';
};

/** Sends one request over its own connection. Resolves to the response head. Rejects with a `FetchFailure`. */
export const exchange = async (
  socket: Socket,
  target: Target,
  outgoing: Outgoing,
): Promise<IncomingMessage> => {
  const requestBy = target.isLoopbackHttp ? httpRequest : httpsRequest;
  const request = requestBy(target.url, {
    createConnection: () => socket,
    // Without an agent, Node has no default port, and would add the port to the Host header.
    defaultPort: target.isLoopbackHttp ? 80 : 443,
    method: outgoing.method,
    headers: { ...outgoing.headers, ...ownHeaders },
  });
  // The body reports an error that comes after the response.
  request.on('error', () => {});
  request.end(outgoing.body);
  try {
    const [response] = await once(request, 'response');
    if (response instanceof IncomingMessage) return response;
    throw new Error('Node emitted an unexpected response.');
  } catch (error) {
    request.destroy();
    throw new FetchFailure(faultOf(error), target.host, { code: codeOf(error) });
  }
};
