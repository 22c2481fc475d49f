import { expect, test } from 'vitest';
import { methodsOf } from '#lib/platform/http/route-match.ts';

const routes = ['GET /v1/notes', 'POST /v1/notes', 'GET /v1/notes/{id}'];

test.each([
  ['/v1/notes', ['GET', 'POST']],
  ['/v1/notes/', []],
  ['/v1/notes/7', ['GET']],
  ['/v1/notes/7/parts', []],
  ['/v1', []],
])('the path %s matches the methods %j', (path, methods) => {
  expect(methodsOf(routes, path)).toEqual(methods);
});
