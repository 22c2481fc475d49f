import { expect, test } from 'vitest';
import { matchRoute } from '#local/gateway/routes.ts';

const keys = [
  '$default',
  'GET /{folder}/{id}',
  'GET /{folder}/first',
  'GET /things/{id}',
  'DELETE /things/{id}',
  'GET /things/first',
  'POST /things',
];
const routes = keys.map((key) => ({ key, target: key }));

test.each([
  ['GET', '/things/first', 'GET /things/first', {}],
  ['GET', '/things/7', 'GET /things/{id}', { id: '7' }],
  ['DELETE', '/things/7', 'DELETE /things/{id}', { id: '7' }],
  ['POST', '/things', 'POST /things', {}],
  ['GET', '/others/first', 'GET /{folder}/first', { folder: 'others' }],
  ['GET', '/others/7', 'GET /{folder}/{id}', { folder: 'others', id: '7' }],
  ['GET', '/things/7/parts', '$default', {}],
  ['PUT', '/things', '$default', {}],
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

test.each([
  ['PUT', '/things'],
  ['GET', '/things/'],
  ['GET', '/things/7/parts'],
])('%s %s matches no route without a $default', (method, path) => {
  expect(matchRoute(routes.slice(1), method, path)).toBeUndefined();
});
