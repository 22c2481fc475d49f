import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Where a request comes from. `address` is who connected to the API: for what comes through CloudFront, CloudFront. It
 * then adds its viewer's address, `forwarded_for`; whoever calls the API past CloudFront can send any.
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
