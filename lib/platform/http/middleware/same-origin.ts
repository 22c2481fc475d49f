import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import type { Middleware } from './middleware.ts';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses a request that changes something unless a page of the console's own `origin` sent it. Browsers send Sec-Fetch-Site,
 * which no page can forge; older browsers send only Origin.
 */
export const sameOrigin = (origin: string): Middleware => ({
  before: ({ event: { headers, requestContext, routeKey } }) => {
    if (safeMethods.includes(requestContext.http.method)) return;
    const site = headers['sec-fetch-site'];
    if (site === undefined ? headers['origin'] === origin : site === 'same-origin') return;
    log.info('cross_site.refused', { route: routeKey });
    throw new AppError('permission_denied', 'Only a page of the console itself may ask for this.');
  },
});
