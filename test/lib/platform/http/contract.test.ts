import { expect, test } from 'vitest';
import * as z from 'zod';
import { empty, file, json, page, redirect } from '#lib/platform/http/contract.ts';

test('an answer in JSON has its status, and may not be kept by a cache', () => {
  expect(json(201, z.object({ id: z.string() }), { id: 'x' }).toReply({ id: 'a' })).toEqual({
    statusCode: 201,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: '{"id":"a"}',
  });
});

test('an answer without a body is 204 and has no headers', () => {
  expect(empty.toReply()).toEqual({ statusCode: 204 });
});

test('a redirect sets its cookies, may not be kept by a cache and tells the next page nothing', () => {
  expect(redirect.toReply({ location: '/projects', cookies: ['a=1', 'b=2'] })).toEqual({
    statusCode: 302,
    headers: { location: '/projects', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    cookies: ['a=1', 'b=2'],
  });
});

test('a file is downloaded under its name, as its type says, and may not be kept by a cache', () => {
  const vtt = { filename: 'talk.vtt', contentType: 'text/vtt; charset=utf-8', body: 'WEBVTT\n' };
  expect(file({ 'text/vtt': { example: 'WEBVTT' } }).toReply(vtt)).toEqual({
    statusCode: 200,
    headers: {
      'content-type': 'text/vtt; charset=utf-8',
      'content-disposition': 'attachment; filename="talk.vtt"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: 'WEBVTT\n',
  });
});

test('a page allows its own style and nothing else', () => {
  const style = 'body { margin: 0 }';
  const hash = 'sha256-mX+s7KJgWpgxJola85xdpAFPBQaV091gzM2oPjgTW2w=';
  const { headers, ...answer } = page('<!doctype html>…', style).toReply('<!doctype html>');
  expect(answer).toEqual({ statusCode: 200, body: '<!doctype html>' });
  expect(headers).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
});
