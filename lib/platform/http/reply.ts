import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isOutage } from '#lib/platform/aws/outage.ts';
import { AppError, errorStatus } from '#lib/platform/errors.ts';
import { docUrlOf, isRetryable } from './error-catalogue.ts';

export type Reply = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

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

/** A text file for download. */
export type TextFile = {
  /** May contain text that a user has sent. */
  readonly filename: string;
  /** Includes the charset: "text/vtt; charset=utf-8". */
  readonly contentType: string;
  readonly body: string;
};

/** Separators of paths, invisible characters, and characters that change the direction of writing. */
const misleading = /[/\\\p{Cc}\p{Cf}]/gu;

const percent = (text: string): string => `%${text.charCodeAt(0).toString(16).toUpperCase()}`;

/** The name of a file in ASCII for every program. If that loses something, also the full name by RFC 8187. */
const attachment = (filename: string): string => {
  const name = filename.toWellFormed().replaceAll(misleading, '_');
  const ascii = name.replaceAll(/[^\w .-]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  if (ascii === name) return plain;
  return `${plain}; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/[!'()*]/g, percent)}`;
};

export const fileReply = (file: TextFile): Reply => ({
  statusCode: 200,
  headers: {
    'content-type': file.contentType,
    'content-disposition': attachment(file.filename),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: file.body,
});

/** The header of an answer to a repeated request, which created nothing. */
export const replay = { 'idempotent-replayed': 'true' } as const;

const internal = 'Something went wrong on our side. Try again; if it stays, send us the request_id.';
const retryAfterSeconds = 5;

/**
 * Returns an `AppError` unchanged. Any other error becomes a 500, or a 503 for an outage of AWS, with a fixed text; its cause
 * is only logged.
 */
const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (!isOutage(error)) return new AppError('internal_error', internal);
  return new AppError('service_unavailable', 'The service is too busy right now. Try again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
};

/** The one error object of the service. */
export const errorReply = (thrown: unknown, requestId: string): Reply => {
  const { type, message, details, headers } = toAppError(thrown);
  const documented = { retryable: isRetryable(type), doc_url: docUrlOf(type) };
  const error = { type, message, ...documented, request_id: requestId, details };
  return reply(errorStatus[type], { error }, headers);
};
