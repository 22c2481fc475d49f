import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnTo } from '#lib/domain/auth/sign-in/return-to.ts';

const accepts = (text: string): boolean => returnTo.safeParse(text).success;

test.each([
  '/',
  '/projects/prj_a?tab=keys#new',
  '/a//b',
  '/%2f%2fevil.example',
  '/é',
  '/。',
  '/?x=/api/',
  '/#/api',
  '/a/api',
])('the path %j is accepted', (path) => {
  expect(accepts(path)).toBe(true);
});

describe('paths that leave the console', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\u0000/x',
    '/x\u007f',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/api/platform/v1/sign-in',
    '/api',
    '/./api/x',
    '/a/../api/x',
    '/%61pi/x',
    '/%2561pi/x',
    '/a/%2e%2e/api/x',
    '/a%2f..%2fapi/x',
    '/a%5c..%5capi/x',
    '/%2fapi/x',
    '/%61pi/%2f..',
    '/API/x',
    '/%',
    `/${'x'.repeat(1_000)}`,
    '/\ud800',
  ])('the path %j is refused', (path) => {
    expect(accepts(path)).toBe(false);
  });
});

test('an accepted return path stays on the origin in every browser that follows the URL standard', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    '\r',
    ' ',
    'evil.example',
    'http:',
    '%2f',
    'api',
    '%61pi',
    '%2e',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = pieces.join('');
      if (!accepts(path)) return;
      const { origin, pathname } = new URL(path, 'https://console.example');
      expect(origin).toBe('https://console.example');
      expect(pathname).not.toMatch(/^\/+(api|%61pi)(\/|$)/);
    }),
    { numRuns: 20_000 },
  );
});
