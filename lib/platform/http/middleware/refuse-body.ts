import { jsonBody } from '../json-body.ts';
import { none } from '../parameters.ts';
import { parseRequest } from '../validation.ts';
import type { Middleware } from './middleware.ts';

/**
 * Refuses the fields of a POST on a route that reads no body, which would be ignored; `{}` passes. A body that is not JSON is refused
 * too: forms on other sites can send one.
 */
export const refuseBody = (): Middleware => ({
  before: ({ event }) => {
    if (event.body && event.requestContext.http.method === 'POST') parseRequest(none, jsonBody(event));
  },
});
