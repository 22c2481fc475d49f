import { type Middleware, onAnswer } from './middleware.ts';

/** Headers that let a page of any origin read a public answer. */
export const readableByAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Request-Id, X-Client-Request-Id',
} as const;

/** Adds `readableByAll` to every answer, so that a page can read errors too. */
export const anyOrigin = (): Middleware =>
  onAnswer((response) => ({ ...response, headers: { ...response.headers, ...readableByAll } }));
