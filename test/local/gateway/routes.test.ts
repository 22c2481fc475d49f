import { expect, test } from 'vitest';
import { matchRoute } from '#local/gateway/routes.ts';

const keys = [
  '$default',
  'ANY /{rest+}',
  'GET /things/{rest+}',
  'GET /things/{id}',
  'ANY /things/{id}',
  'GET /things/first',
  'POST /things',
];
const routes = keys.map((key) => ({ key, target: key }));

test.each([
  ['GET', '/things/first', 'GET /things/first', {}],
  ['GET', '/things/7', 'GET /things/{id}', { id: '7' }],
  ['DELETE', '/things/7', 'ANY /things/{id}', { id: '7' }],
  ['GET', '/things/7/parts', 'GET /things/{rest+}', { rest: '7/parts' }],
  ['POST', '/things', 'POST /things', {}],
  ['GET', '/things', 'ANY /{rest+}', { rest: 'things' }],
  ['GET', '/things/', 'ANY /{rest+}', { rest: 'things/' }],
  ['GET', '/', '$default', {}],
  ['GET', '/things/a%20b%2Fc', 'GET /things/{id}', { id: 'a b/c' }],
  ['GET', '/things/%E0%A4%A', 'GET /things/{id}', { id: '%E0%A4%A' }],
])('%s %s matches the most specific route, %s', (method, path, key, parameters) => {
  const match = matchRoute(routes, method, path);
  expect(match?.route.key).toBe(key);
  expect(match?.pathParameters).toEqual(parameters);
});

test('the order of routes in the template does not matter', () => {
  expect(matchRoute(routes.toReversed(), 'GET', '/things/first')?.route.key).toBe('GET /things/first');
});

test('a path without a matching route has no match', () => {
  expect(matchRoute([{ key: 'GET /things', target: 1 }], 'PUT', '/things')).toBeUndefined();
});
