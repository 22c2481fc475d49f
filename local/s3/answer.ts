import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import type { Reply } from './call.ts';
import { errorStatus, S3Error } from './errors.ts';
import { toXml } from './xml.ts';

const lingerMs = 30_000;

export const errorReply = (error: S3Error, context: { Resource: string; RequestId: string }): Reply => ({
  status: errorStatus[error.code],
  body: toXml('Error', { Code: error.code, Message: error.message, ...error.details, ...context }),
});

/** Sends the reply; a text body is an XML document. Comes back when the client has it, or is gone. */
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
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    ...(hasBody && { 'content-length': Buffer.byteLength(body) }),
    ...(body !== '' && { 'content-type': 'application/xml' }),
    ...(!request.complete && { connection: 'close' }),
    ...headers,
  });
  if (!request.complete) await linger(request, response, body);
  response.end(request.complete ? body : undefined);
};

/**
 * The client is still sending. Were the connection closed now, its kernel would take the reset for the answer. So the
 * answer goes out, and what still arrives is thrown away until the client stops.
 */
const linger = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
  response.write(body);
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
};
