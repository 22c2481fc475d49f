import type { RequestListener, ServerResponse } from 'node:http';
import { matchesPattern } from '../access/pattern.ts';
import type { Behavior, Distribution } from './from-template.ts';

type Answer = { status: number; headers: Record<string, string>; body: Buffer | string };

/** Answers as CloudFront would: files by the distribution's behaviours, everything of the API by `api`. */
export const serveDistribution =
  (distribution: Distribution, api: RequestListener): RequestListener =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const behavior = distribution.behaviors.find(({ pattern }) => matchesPattern(pattern, path));
    if (!behavior) throw new Error('A distribution has a behaviour for every path.');
    for (const [name, value] of Object.entries(behavior.headers)) response.setHeader(name, value);
    if (behavior.to === 'api') return api(request, response);
    request.resume();
    send(response, fileAnswer(distribution, behavior, { method: request.method ?? '', path }));
  };

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

const plain = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

const fileAnswer = (
  { root, files }: Distribution,
  { viewer }: Behavior,
  { method, path }: { method: string; path: string },
): Answer => {
  if (method !== 'GET' && method !== 'HEAD') return plain(403, 'This distribution is for reading.');
  const seen = viewer?.(method, path) ?? { uri: path };
  if ('statusCode' in seen) {
    const headers = Object.entries(seen.headers).map(([name, { value }]) => [name, value]);
    return { status: seen.statusCode, headers: Object.fromEntries(headers), body: seen.body };
  }
  const file = files.get(seen.uri === '/' ? root : seen.uri);
  // S3 does not tell those who may not list whether there is something.
  if (!file) return plain(403, 'Access denied.');
  return { status: 200, headers: { 'content-type': file.type }, body: file.body };
};
