import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The source addresses of a request. `address` opened the connection: it is the caller or CloudFront. CloudFront adds its
 * viewer's address as `forwarded_for`. A caller that bypasses CloudFront can forge that.
 */
export const addressesOf = ({
  headers,
  requestContext,
}: APIGatewayProxyEventV2): { readonly address: string; readonly forwarded_for: string | undefined } => {
  // API Gateway adds the last entry, so CloudFront's is the one before it.
  const before = (headers['x-forwarded-for'] ?? '').split(',').at(-2)?.trim() ?? '';
  return {
    address: requestContext.http.sourceIp,
    forwarded_for: isIP(before) === 0 ? undefined : before,
  };
};
