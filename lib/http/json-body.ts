import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/errors.ts';

export const jsonBodyMaxBytes = 1_000_000;

const invalidJson = (message: string) =>
  new AppError('invalid_request', message, { details: { fields: [] } });

/** The JSON value of a request's body, or a typed refusal of what is none. */
export const jsonBody = (event: APIGatewayProxyEventV2): unknown => {
  const type = event.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > jsonBodyMaxBytes) {
    throw new AppError('payload_too_large', `A JSON body may have at most ${jsonBodyMaxBytes} bytes.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidJson('The body is not valid JSON.');
  }
};
