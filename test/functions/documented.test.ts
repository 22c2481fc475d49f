import { expect, test } from 'vitest';
import { requestErrors } from '#lib/platform/http/error-catalogue.ts';
import { type Seen, undocumented } from '../support/documented.ts';

const id = `ofq_${'a'.repeat(26)}`;
const plain = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r' };
const queued: Seen = {
  method: 'POST',
  path: '/v1/transcriptions',
  status: 202,
  headers: new Headers({ ...plain, location: '/v1/x' }),
  text: JSON.stringify({ id, status: 'queued' }),
};
const error = (type: string) =>
  JSON.stringify({
    error: {
      type,
      message: requestErrors.not_found.remedy,
      retryable: false,
      doc_url: '/v1/errors',
      request_id: 'r',
      details: {},
    },
  });
const json = (more: Record<string, string>) =>
  new Headers({ ...Object.fromEntries(queued.headers), ...more });

test.each<[string, Partial<Seen>]>([
  ['the success of a route', {}],
  ['an error of a route', { status: 404, headers: new Headers(plain), text: error('not_found') }],
  [
    'an error where there is no route',
    { path: '/v1/x', status: 404, headers: new Headers(plain), text: error('not_found') },
  ],
])('%s is documented', (_, seen) => {
  expect(undocumented({ ...queued, ...seen })).toEqual([]);
});

test.each<[string, Partial<Seen>]>([
  ['an undocumented status', { status: 200 }],
  ['an undocumented field', { text: JSON.stringify({ id, status: 'queued', eta: 7 }) }],
  ['a missing field', { text: JSON.stringify({ id }) }],
  ['a field that violates its schema', { text: JSON.stringify({ id: 'ofq_x', status: 'queued' }) }],
  ['another content type', { headers: json({ 'content-type': 'text/plain' }) }],
  [
    'a missing request id',
    { headers: new Headers({ 'content-type': 'application/json', location: '/v1/x' }) },
  ],
  ['a created object without its path', { headers: new Headers(plain) }],
  ['a header that belongs to other answers', { headers: json({ 'retry-after': '7' }) }],
  ['an error type of another route', { status: 404, headers: new Headers(plain), text: error('expired') }],
  [
    'another request id than the header has',
    { status: 404, headers: new Headers(plain), text: error('not_found').replace('"r"', '"q"') },
  ],
  [
    'an undocumented detail',
    { status: 404, headers: new Headers(plain), text: error('not_found').replace('{}', '{"sql":"x"}') },
  ],
  [
    'a 429 that does not say how long to wait',
    { status: 429, headers: new Headers(plain), text: error('rate_limit_exceeded') },
  ],
  ['a path that no route has', { path: '/v1/x', status: 403, text: error('not_found') }],
])('%s does not count as documented', (_, seen) => {
  expect(undocumented({ ...queued, ...seen })).not.toEqual([]);
});
