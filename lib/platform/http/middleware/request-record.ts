import * as z from 'zod';
import { errorTypes, type ErrorType } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { clientRequestId } from '../client-request-id.ts';
import type { Reply } from '../reply.ts';
import type { Event, Middleware } from './middleware.ts';

/** The recorded facts about a request and its answer. */
export type AnsweredRequest = {
  readonly id: string;
  readonly route: string;
  readonly status: number;
  readonly errorType: ErrorType | null;
  readonly location: string | null;
  readonly clientRequestId: string | null;
  readonly durationMs: number;
};

/** Records a request of the sender. */
export type RecordRequest = (facts: AnsweredRequest) => Promise<void>;

type Internal = { arrivedAt: number };

const ErrorBody = z.object({ error: z.object({ type: z.enum(errorTypes) }) });

const factsOf = (
  event: Event,
  { statusCode: status, headers, body }: Reply,
): Omit<AnsweredRequest, 'durationMs'> => {
  const location = headers?.['location'];
  return {
    id: event.requestContext.requestId,
    route: event.routeKey,
    status,
    errorType: status < 400 || body === undefined ? null : ErrorBody.parse(JSON.parse(body)).error.type,
    location: location === undefined ? null : String(location),
    clientRequestId: clientRequestId(event) ?? null,
  };
};

const isRecorded = ({ requestContext }: Event, { statusCode }: Reply): boolean =>
  statusCode >= 400 || requestContext.http.method !== 'GET';

/**
 * Records requests that change something, and requests that fail, of an authenticated sender. Reads are most of the traffic,
 * and recording each would cost a write. If a record cannot be written, it is lost, and the answer does not change.
 */
export const requestRecord = (): Middleware<{ who: { readonly record?: RecordRequest } }, Internal> => {
  const record = async (request: {
    readonly event: Event;
    readonly context: { readonly who?: { readonly record?: RecordRequest } };
    readonly response: Reply | null | undefined;
    readonly internal: Partial<Internal>;
  }): Promise<void> => {
    const { event, response, internal } = request;
    const write = request.context.who?.record;
    if (!write || !response || !isRecorded(event, response)) return;
    const durationMs = Math.round(performance.now() - (internal.arrivedAt ?? 0));
    await write({ ...factsOf(event, response), durationMs }).catch((error: unknown) => {
      log.error('request.not_recorded', error);
    });
  };
  return {
    before: ({ internal }) => {
      internal.arrivedAt = performance.now();
    },
    after: record,
    onError: record,
  };
};
