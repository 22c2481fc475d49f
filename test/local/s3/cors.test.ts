import { expect, test } from 'vitest';
import { corsHeaders, type CorsRule, matchingRule } from '#local/s3/cors.ts';

const rule = (change: Partial<CorsRule>): CorsRule => ({
  origins: ['https://app.example'],
  methods: ['POST'],
  headers: [],
  exposeHeaders: [],
  maxAgeSeconds: 0,
  ...change,
});

test.each([
  ['https://app.example', 'https://app.example', true],
  ['https://app.example', 'https://app.example.evil', false],
  ['https://*.example', 'https://app.example', true],
  ['https://*.example', 'https://.example', true],
  ['https://*.example', 'http://app.example', false],
  ['*', 'https://any.example', true],
  ['https://app.example', undefined, false],
  ['aa*a', 'aa', false],
])('the origin pattern %s matches %s: %s', (pattern, origin, expected) => {
  const rules = [rule({ origins: [pattern] })];
  expect(matchingRule(rules, { origin, method: 'POST', headers: [] }) !== undefined).toBe(expected);
});

test('a single rule must allow the method and all headers', () => {
  const rules = [rule({ headers: ['Content-Type'] }), rule({ methods: ['PUT'], headers: ['x-amz-*'] })];
  const isAllowed = (method: string, ...headers: string[]) =>
    matchingRule(rules, { origin: 'https://app.example', method, headers }) !== undefined;
  expect(isAllowed('POST', 'content-type')).toBe(true);
  expect(isAllowed('PUT', 'x-amz-meta-a', 'x-amz-date')).toBe(true);
  expect(isAllowed('PUT', 'content-type')).toBe(false);
  expect(isAllowed('POST', 'content-type', 'x-amz-date')).toBe(false);
  expect(isAllowed('GET')).toBe(false);
});

test('a rule for any origin does not allow credentials', () => {
  const headers = corsHeaders([rule({ origins: ['*'], exposeHeaders: ['ETag'] })], 'POST', {
    origin: 'https://a.example',
  });
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag',
  });
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});
