import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Reply } from '#lib/platform/http/reply.ts';
import { assertDocumented, type Seen } from './documented.ts';
import { headersOf } from './headers-of.ts';
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
  const reply = await handler(
    httpEvent({ route, path, ...(query && { query }), ...(sent && { headers: sent }) }),
    lambdaContext,
  );
  const { statusCode: status, body: text = '' } = reply;
  const seen = { method, path, status, headers: headersOf(reply), text };
  assertDocumented(seen);
  return seen;
};
