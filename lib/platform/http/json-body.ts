import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/platform/errors.ts';
import { assertUncompressed } from './assert-uncompressed.ts';
import { duplicateKey } from './duplicate-key.ts';
import { essenceOf } from './media-type.ts';
import { invalidFields } from './validation.ts';

export const jsonBodyMaxBytes = 1_000_000;

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer => {
  // UTF-8 cannot encode one half of a surrogate pair.
  if (!isBase64Encoded && !body.isWellFormed()) throw notUtf8();
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
};

const notUtf8 = (): AppError =>
  invalidFields([{ path: '', rule: 'utf_8', message: 'The body is not valid UTF-8. Encode it as UTF-8.' }]);

const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields([{ path: '', rule: 'json', message: 'The body is not valid JSON.' }]);
  }
};

/**
 * Parses a request's JSON body. Throws 400, 413 or 415 for a body that is invalid, too large, or of another media type
 * or content coding.
 */
export const jsonBody = (event: APIGatewayProxyEventV2): unknown => {
  if (essenceOf(event.headers['content-type']) !== 'application/json') {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  assertUncompressed(event);
  const bytes = bytesOf(event);
  if (bytes.length > jsonBodyMaxBytes) {
    throw new AppError('payload_too_large', `A JSON body may have at most ${jsonBodyMaxBytes} bytes.`);
  }
  const text = textOf(bytes);
  const value = parsed(text);
  const twice = duplicateKey(text);
  if (!twice) return value;
  const message = 'This key occurs twice in one object. Send it once.';
  throw invalidFields([{ path: twice.join('.'), rule: 'duplicate_key', message }]);
};
