import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import type { Target } from './target.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** What cannot be overwritten: who we are, and that the bytes are wanted as they are. */
const ownHeaders = { 'user-agent': 'Earshot/1', 'accept-encoding': 'identity' };

/** What an HTTP fault in the middle of a connection is called. */
export const faultOf = (error: unknown): 'bad_response' | 'interrupted' =>
  codeOf(error)?.startsWith('HPE_') ? 'bad_response' : 'interrupted';

/** Sends one request over a connection that serves nothing else; settles with the head of the answer. Rejects with a `FetchFailure`. */
export const exchange = async (
  socket: TLSSocket,
  target: Target,
  outgoing: Outgoing,
): Promise<IncomingMessage> => {
  const request = httpsRequest(target.url, {
    createConnection: () => socket,
    method: outgoing.method,
    headers: { ...outgoing.headers, ...ownHeaders },
  });
  // It may also fail after its answer, which then tells.
  request.on('error', () => {});
  request.end(outgoing.body);
  try {
    const [response] = await once(request, 'response');
    if (response instanceof IncomingMessage) return response;
    throw new Error('Node emitted something else as a response.');
  } catch (error) {
    request.destroy();
    throw new FetchFailure(faultOf(error), target.host, { code: codeOf(error) });
  }
};
