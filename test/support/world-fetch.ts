import { isRoute, routes } from '#functions/routes.ts';
import { matchRoute } from '#local/gateway/routes.ts';
import { functionHandlers } from './function-handlers.ts';
import type { FunctionDeps } from './function-deps.ts';
import { headersOf } from './headers-of.ts';
import { httpEvent, lambdaContext } from './http-event.ts';

const table = Object.keys(routes).map((key) => ({ key, target: undefined }));

/** A `fetch` whose requests go to these functions, for third-party clients. */
export const worldFetch = (deps: FunctionDeps): typeof fetch => {
  const handlers = functionHandlers(deps);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams } = new URL(request.url);
    const match = matchRoute(table, request.method, path);
    if (!match || !isRoute(match.route.key)) return new Response('{"message":"Not Found"}', { status: 404 });
    const body = await request.bytes();
    const event = httpEvent({
      route: match.route.key,
      path,
      headers: Object.fromEntries(request.headers),
      query: Object.fromEntries(searchParams),
      params: match.pathParameters,
      ...(body.length > 0 && { body }),
    });
    const reply = await handlers[match.route.key](event, lambdaContext);
    const { statusCode: status, body: text = '', isBase64Encoded } = reply;
    const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
    return new Response(status === 204 ? null : bytes, { status, headers: headersOf(reply) });
  };
};
