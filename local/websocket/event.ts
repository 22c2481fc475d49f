import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { logTime } from '../gateway/event.ts';
import type { WebSocketApi } from './from-template.ts';

/** The data that the authorizer adds to each event of a connection. */
export type AuthorizerContext = Readonly<Record<string, string | number>>;

/** The facts of a connection that each of its events has. */
export type Client = {
  readonly connectionId: string;
  readonly connectedAt: Date;
  readonly domainName: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly authorizer?: AuthorizerContext;
};

export const clientOf = (
  { headers, socket }: IncomingMessage,
  connectionId: string,
  connectedAt: Date,
): Client => ({
  connectionId,
  connectedAt,
  domainName: headers.host ?? '',
  sourceIp: socket.remoteAddress ?? '',
  userAgent: headers['user-agent'] ?? '',
});

type Kind = {
  readonly eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  readonly routeKey: string;
  readonly at: Date;
};

/** The `requestContext` of all events of a WebSocket API (API Gateway guide, "WebSocket API mapping template reference"). */
const contextOf = (api: WebSocketApi, client: Client, { at, ...kind }: Kind) => {
  const { connectedAt, sourceIp, userAgent, authorizer, ...named } = client;
  const requestId = randomUUID();
  return {
    ...kind,
    ...named,
    apiId: api.apiId,
    stage: api.stage,
    messageDirection: 'IN',
    requestId,
    extendedRequestId: requestId,
    requestTime: logTime(at),
    requestTimeEpoch: at.getTime(),
    connectedAt: connectedAt.getTime(),
    identity: { sourceIp, userAgent },
    ...(authorizer && { authorizer }),
  };
};

/** Headers and query of the handshake. Headers keep the case in which the client sent them. */
const handshakeFields = ({ rawHeaders, url = '' }: IncomingMessage) => {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  const query = [...new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')];
  return {
    headers: Object.fromEntries(headers),
    multiValueHeaders: grouped(headers),
    queryStringParameters: Object.fromEntries(query),
    multiValueQueryStringParameters: grouped(query),
  };
};

const grouped = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  );

/** The event of the authorizer, which is invoked before `$connect`. */
export const authorizerEvent = (api: WebSocketApi, client: Client, message: IncomingMessage): object => ({
  type: 'REQUEST',
  methodArn: connectArn(api),
  ...handshakeFields(message),
  stageVariables: {},
  requestContext: contextOf(api, client, connecting(client)),
});

/** The ARN of a connection request, as it appears in the authorizer's policy. */
export const connectArn = ({ arn, stage }: WebSocketApi): string => `${arn}/${stage}/$connect`;

const connecting = ({ connectedAt: at }: Client): Kind => ({
  eventType: 'CONNECT',
  routeKey: '$connect',
  at,
});

export const connectEvent = (api: WebSocketApi, client: Client, message: IncomingMessage): object => ({
  ...handshakeFields(message),
  requestContext: contextOf(api, client, connecting(client)),
  isBase64Encoded: false,
});

type Received = { readonly routeKey: string; readonly body: string; readonly at: Date };

export const messageEvent = (api: WebSocketApi, client: Client, { routeKey, body, at }: Received) => {
  const context = contextOf(api, client, { eventType: 'MESSAGE', routeKey, at });
  return { requestContext: { ...context, messageId: context.requestId }, body, isBase64Encoded: false };
};

type Ended = { readonly code: number; readonly reason: string; readonly at: Date };

export const disconnectEvent = (api: WebSocketApi, client: Client, { code, reason, at }: Ended): object => ({
  headers: { Host: client.domainName },
  multiValueHeaders: { Host: [client.domainName] },
  requestContext: {
    ...contextOf(api, client, { eventType: 'DISCONNECT', routeKey: '$disconnect', at }),
    disconnectStatusCode: code,
    disconnectReason: reason,
  },
  isBase64Encoded: false,
});
