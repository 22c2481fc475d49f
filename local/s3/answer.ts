import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import type { Reply } from './call.ts';
import type { S3Error } from './errors.ts';
import { toXml } from './xml.ts';

const maxDiscardMs = 30_000;

export const errorReply = (
  error: S3Error,
  context: { readonly Resource: string; readonly RequestId: string },
): Reply => ({
  status: error.status,
  body: toXml('Error', { Code: error.code, Message: error.message, ...error.details, ...context }),
});

/** Sends the reply. A text body is an XML document. Resolves when all is sent or the client has disconnected. */
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
  if (!request.complete) await discardRest(request);
  response.end();
};

// The client is still sending. Closing the connection now would reset it, often before the client has read the response, so the
// rest of the request is read and discarded first.
const discardRest = async (request: IncomingMessage): Promise<void> => {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(maxDiscardMs) }).catch(() => {});
};
