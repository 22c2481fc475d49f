import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError, errorStatus } from '#lib/errors.ts';

export type Reply = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

const retryAfterSeconds = 5;

/** A JSON answer. */
export const reply = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

/** Marks the answer to a repeated request: nothing was created this time. */
export const replay = { 'idempotent-replayed': 'true' } as const;

/** The one error object of the service. Anything but an `AppError` is told as `internal_error`, its cause only to the log. */
export const errorReply = (error: unknown, requestId: string): Reply => {
  const known =
    error instanceof AppError
      ? error
      : new AppError(
          'internal_error',
          'Something went wrong on our side. Try again; if it stays, send us the request_id.',
        );
  const { type, message, details } = known;
  const headers = type === 'service_unavailable' ? { 'retry-after': String(retryAfterSeconds) } : {};
  return reply(errorStatus[type], { error: { type, message, request_id: requestId, details } }, headers);
};
