import * as z from 'zod';
import { ConnectionFacts } from '#lib/domain/realtime/connection-facts.ts';
import { subprotocol } from '#lib/domain/realtime/protocol.ts';
import { bearerOf } from '#lib/platform/http/bearer.ts';

/** The headers. API Gateway passes their names in the case in which the client sent them. */
const Headers = z
  .record(z.string(), z.string().optional())
  .nullish()
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  );

/** The event of the authorizer. */
export const HandshakeEvent = z.object({
  methodArn: z.string(),
  headers: Headers,
  queryStringParameters: z.record(z.string(), z.string().optional()).nullish(),
});
export type HandshakeEvent = z.infer<typeof HandshakeEvent>;

/** The event of a route. */
export const ConnectionEvent = z.object({
  headers: Headers,
  body: z.string().default(''),
  requestContext: z.object({
    connectionId: z.string(),
    requestId: z.string(),
    authorizer: ConnectionFacts,
  }),
});

/** The subprotocols that a client offers: ours, and next to it a credential. */
export const offeredProtocols = (headers: HandshakeEvent['headers']): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());

/** The credential of a browser, which cannot set a header, or of a server. */
export const credentialOf = (headers: HandshakeEvent['headers']): string => {
  const [first, credential = ''] = offeredProtocols(headers);
  if (first === subprotocol && credential !== '') return credential;
  return bearerOf(headers['authorization']);
};
