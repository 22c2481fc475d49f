import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Reply } from '#lib/platform/http/reply.ts';
import { assertDocumented, type Seen } from './documented.ts';
import { httpEvent, lambdaContext } from './http-event.ts';

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<Reply>;

/** A function's response to "GET /v1/path" with this query, checked against the OpenAPI document. */
export const answerOf = async (
  handler: Handler,
  route: string,
  query?: Record<string, string>,
  sent?: Record<string, string>,
): Promise<Seen> => {
  const [method = '', path = ''] = route.split(' ');
  const {
    statusCode,
    headers,
    body = '',
  } = await handler(
    httpEvent({ route, path, ...(query && { query }), ...(sent && { headers: sent }) }),
    lambdaContext,
  );
  const named = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const seen = { method, path, status: statusCode, headers: new Headers(named), text: body };
  assertDocumented(seen);
  return seen;
};
