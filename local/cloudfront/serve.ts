import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { matchesPattern } from '../access/pattern.ts';
import type { Behavior, Distribution } from './from-template.ts';

type Answer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer | string;
};

/** Answers like CloudFront: files by the distribution's behaviors, and API paths by `api`. */
export const serveDistribution =
  (distribution: Distribution, api: RequestListener): RequestListener =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const behavior = distribution.behaviors.find(({ pattern }) => matchesPattern(pattern, path));
    if (!behavior) throw new Error('The distribution has no behavior for this path.');
    for (const [name, value] of Object.entries(behavior.headers)) response.setHeader(name, value);
    if (behavior.to === 'api') return api(request, response);
    request.resume();
    const answer = fileAnswer(distribution, behavior, { method: request.method ?? '', path });
    const accepted = request.headers['accept-encoding'] ?? '';
    send(response, behavior.compresses && /\bgzip\b/.test(accepted) ? gzipped(answer) : answer);
  };

// CloudFront does not compress smaller files.
const minBytes = 1_000;

const gzipped = (answer: Answer): Answer => {
  const { status, headers, body } = answer;
  const isText = /^(text\/|application\/(json|javascript)|image\/svg)/.test(headers['content-type'] ?? '');
  if (status !== 200 || !isText || body.length < minBytes) return answer;
  return {
    status,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body),
  };
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
  { method, path }: { readonly method: string; readonly path: string },
): Answer => {
  if (method !== 'GET' && method !== 'HEAD')
    return plain(403, 'This distribution only supports GET and HEAD requests.');
  const seen = viewer?.(method, path) ?? { uri: path };
  if ('statusCode' in seen) {
    const headers = Object.entries(seen.headers).map(([name, { value }]) => [name, value]);
    return { status: seen.statusCode, headers: Object.fromEntries(headers), body: seen.body };
  }
  const file = files.get(seen.uri === '/' ? root : seen.uri);
  // Without s3:ListBucket, S3 answers 403 for a missing key.
  if (!file) return plain(403, 'Access denied.');
  return { status: 200, headers: { 'content-type': file.type }, body: file.body };
};
