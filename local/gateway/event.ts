import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodePath, type Match } from './routes.ts';

type Request = {
  readonly message: IncomingMessage;
  /** Percent-encoded, like the query. */
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  readonly at: Date;
};

/** The Lambda event of an HTTP API, payload format 2.0 (API Gateway guide, "Work with AWS Lambda proxy integrations"). */
export const eventOf = (
  request: Request,
  { route, pathParameters }: Match<unknown>,
  { apiId, accountId }: { readonly apiId: string; readonly accountId: string },
): object => {
  const { message, path, query, body, at } = request;
  const { cookie, ...headers } = message.headersDistinct;
  const domainName = message.headers.host ?? '';
  const parameters = parametersOf(query);
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: decodePath(path),
    rawQueryString: query,
    ...(cookie && { cookies: cookie.flatMap((line) => line.split('; ')) }),
    headers: joined({
      ...headers,
      'x-forwarded-for': [message.socket.remoteAddress ?? ''],
      'x-forwarded-port': [String(message.socket.localPort)],
      'x-forwarded-proto': ['http'],
    }),
    ...(Object.keys(parameters).length > 0 && { queryStringParameters: parameters }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId,
      apiId,
      domainName,
      domainPrefix: domainName.split(/[.:]/)[0],
      http: {
        method: message.method,
        path: decodePath(path),
        protocol: `HTTP/${message.httpVersion}`,
        sourceIp: message.socket.remoteAddress,
        userAgent: message.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: '$default',
      time: logTime(at),
      timeEpoch: at.getTime(),
    },
    ...bodyOf(body, message.headers),
  };
};

// All other bodies arrive as base64, including forms and bodies without a type.
const textTypes = /^(text\/.*|application\/(json|xml|javascript))$/;

const bodyOf = (body: Buffer, headers: IncomingMessage['headers']) => {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  // A string would lose bytes that are not UTF-8 before the function could refuse them.
  const isText = textTypes.test(type) && headers['content-encoding'] === undefined && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};

const joined = (values: NodeJS.Dict<string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, list = []]) => [name, list.join(',')]));

const parametersOf = (query: string): Record<string, string> => {
  const values = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(',')]),
  );
};

/** The format of access logs: `20/Nov/2026:23:14:00 +0000`. */
export const logTime = (at: Date): string => {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};
