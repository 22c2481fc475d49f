import { log, withLogFields } from '#lib/platform/log.ts';
import { clientRequestId } from '../client-request-id.ts';
import { addressesOf } from '../addresses.ts';
import type { HttpHandler } from './middleware.ts';

/**
 * Adds the request id and addresses to every log line of a request. It wraps the handler, because a middleware cannot open an
 * async context.
 */
export const withLogContext =
  (handler: HttpHandler): HttpHandler =>
  (event, context) => {
    const fields = {
      request_id: event.requestContext.requestId,
      client_request_id: clientRequestId(event),
      ...addressesOf(event),
    };
    return log.invocation(context, () => withLogFields(fields, () => handler(event, context)));
  };
