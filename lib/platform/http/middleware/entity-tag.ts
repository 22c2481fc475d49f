import { createHash } from 'node:crypto';
import type { Middleware } from './middleware.ts';

// The tag is weak, because the same content may be sent compressed or not.
const tagOf = (body: string): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

const matches = (sent: string | undefined, tag: string): boolean =>
  (sent ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag.slice(2));

/** Adds an ETag to successful answers. Sends 304 without a body if the caller already has that content. */
export const entityTag = (): Middleware => ({
  after: (request) => {
    const { response, event } = request;
    if (response?.statusCode !== 200 || response.body === undefined) return;
    const etag = tagOf(response.body);
    const headers: Record<string, string | number | boolean> = { ...response.headers, etag };
    if (!matches(event.headers['if-none-match'], etag)) {
      request.response = { ...response, headers };
      return;
    }
    const { 'content-type': _type, ...others } = headers;
    request.response = { statusCode: 304, headers: others };
  },
});
