import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/platform/errors.ts';

/** Refuses a body in another content coding than identity: neither the gateway nor the function decodes one. */
export const assertUncompressed = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): void => {
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity') throw new AppError('unsupported_media_type', 'Send the body uncompressed.');
};
