import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Where a request comes from. `address` connected to the API: a caller, or CloudFront, which adds its viewer's address,
 * `forwarded_for`. A caller that bypasses CloudFront can send any.
 */
export const addressesOf = ({
  headers,
  requestContext,
}: APIGatewayProxyEventV2): { readonly address: string; readonly forwarded_for: string | undefined } => {
  // API Gateway itself adds the last one.
  const before = (headers['x-forwarded-for'] ?? '').split(',').at(-2)?.trim() ?? '';
  return {
    address: requestContext.http.sourceIp,
    forwarded_for: isIP(before) === 0 ? undefined : before,
  };
};
