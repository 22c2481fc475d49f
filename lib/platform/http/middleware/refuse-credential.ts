import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { cookieOf, sessionCookie } from '../cookies.ts';
import type { Middleware } from './middleware.ts';

/** Refuses the console's cookie at the API: a call of the API must carry a key, which no browser sends automatically. */
export const refuseConsoleCookie = (): Middleware => ({
  before: ({ event: { headers, cookies } }) => {
    if (headers['authorization'] !== undefined || cookieOf(cookies, sessionCookie) === undefined) return;
    log.info('permission.denied', { reason: 'session_at_api' });
    throw new AppError(
      'permission_denied',
      'A session of the console does not open the API. Send an API key.',
    );
  },
});

/** Refuses an API key at the console. */
export const refuseApiKey = (): Middleware => ({
  before: ({ event }) => {
    if (event.headers['authorization'] === undefined) return;
    log.info('permission.denied', { reason: 'api_key_at_console' });
    throw new AppError('permission_denied', 'An API key does not open the console. Sign in to it.');
  },
});
