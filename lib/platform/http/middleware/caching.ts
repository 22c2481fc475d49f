import type { Middleware } from './middleware.ts';

/** Lets anyone keep an answer for five minutes; errors are not kept. */
export const publicCaching = (): Middleware => ({
  after: (request) => {
    const { response } = request;
    if (!response) return;
    const headers = { ...response.headers, 'cache-control': 'public, max-age=300' };
    request.response = { ...response, headers };
  },
});
