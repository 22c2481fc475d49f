import type { Middleware } from './middleware.ts';

/** Lets any cache keep a successful answer for five minutes. */
export const publicCaching = (): Middleware => ({
  after: (request) => {
    const { response } = request;
    if (!response) return;
    const headers = { ...response.headers, 'cache-control': 'public, max-age=300' };
    request.response = { ...response, headers };
  },
});
