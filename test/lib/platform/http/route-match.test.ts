import { expect, test } from 'vitest';
import { methodsOf } from '#lib/platform/http/route-match.ts';

const routes = ['GET /v1/things', 'POST /v1/things', 'GET /v1/things/{id}'];

test.each([
  ['/v1/things', ['GET', 'POST']],
  ['/v1/things/', []],
  ['/v1/things/7', ['GET']],
  ['/v1/things/7/parts', []],
  ['/v1', []],
])('the path %s matches the methods %j', (path, methods) => {
  expect(methodsOf(routes, path)).toEqual(methods);
});
