import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses a request that changes something unless a page of the console's own `origin` sent it. Browsers send Sec-Fetch-Site,
 * which no page can forge; older browsers send only Origin.
 */
export const assertSameOrigin = (
  { headers, requestContext, routeKey }: APIGatewayProxyEventV2,
  origin: string,
): void => {
  if (safeMethods.includes(requestContext.http.method)) return;
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers['origin'] === origin : site === 'same-origin') return;
  log.info('cross_site.refused', { route: routeKey });
  throw new AppError('permission_denied', 'Only a page of the console itself may ask for this.');
};
