import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/platform/errors.ts';

/** Refuses a body with a content coding other than identity, because neither the gateway nor the function decodes it. */
export const assertUncompressed = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): void => {
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity') throw new AppError('unsupported_media_type', 'Send the body uncompressed.');
};
