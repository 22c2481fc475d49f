import type { Table } from '#lib/platform/aws/table.ts';
import { later } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { modeOf, type Tenant } from '#lib/platform/tenant.ts';
import { readRequest, requestsKeptMs } from './request-record.ts';
import type { RequestView } from './view.ts';

const unknownRequest = () =>
  new AppError(
    'not_found',
    'No request with this id and an API key of your project was recorded in the last seven days. Not recorded are requests of the console, successful GET requests, requests that were refused because of their key or its rate limit, and requests to a path or method that does not exist.',
  );

/** A request of the tenant within the last seven days. */
export const getRequest = async (
  deps: { readonly table: Pick<Table, 'get'>; readonly now: () => Date },
  ref: { readonly tenant: Tenant; readonly id: string },
): Promise<RequestView> => {
  const found = await readRequest(deps.table, ref);
  if (!found || later(found.at, requestsKeptMs) <= deps.now()) throw unknownRequest();
  const { tenant, id, keyId, errorType, clientRequestId, durationMs, ...same } = found;
  return {
    request_id: id,
    mode: modeOf(tenant),
    key_id: keyId,
    error_type: errorType,
    client_request_id: clientRequestId,
    duration_ms: durationMs,
    ...same,
  };
};
