import { jsonBody } from '../json-body.ts';
import { none } from '../parameters.ts';
import { parseRequest } from '../validation.ts';
import type { Middleware } from './middleware.ts';

/**
 * Refuses a POST with fields on a route that reads no body, because the fields would be ignored; `{}` is accepted. A body
 * that is not JSON is refused too, because forms on other sites can send one.
 */
export const refuseBody = (): Middleware => ({
  before: ({ event }) => {
    if (event.body && event.requestContext.http.method === 'POST') parseRequest(none, jsonBody(event));
  },
});
