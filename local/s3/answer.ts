import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import type { Reply } from './call.ts';
import type { S3Error } from './errors.ts';
import { toXml } from './xml.ts';

const lingerMs = 30_000;

export const errorReply = (error: S3Error, context: { Resource: string; RequestId: string }): Reply => ({
  status: error.status,
  body: toXml('Error', { Code: error.code, Message: error.message, ...error.details, ...context }),
});

/** Sends the reply; a text body is an XML document. Comes back when all is sent, or the client is gone. */
export const send = async (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<void> => {
  const { status, headers, body = '' } = reply;
  if (typeof body !== 'string') {
    response.writeHead(status, headers);
    return pipeline(body, response);
  }
  response.writeHead(status, {
    ...(status !== 204 && status !== 304 && { 'content-length': Buffer.byteLength(body) }),
    ...(body !== '' && { 'content-type': 'application/xml' }),
    ...(!request.complete && { connection: 'close' }),
    ...headers,
  });
  response.write(body);
  if (!request.complete) await linger(request);
  response.end();
};

// The client still sends. Closing now would reset its connection, often before it has read the answer; so what still
// arrives is thrown away until it stops.
const linger = async (request: IncomingMessage): Promise<void> => {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
};
