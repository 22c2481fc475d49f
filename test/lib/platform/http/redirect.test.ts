import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirect } from '#lib/platform/http/contract.ts';

const locationOf = (location: string): unknown =>
  redirect.toReply({ location, cookies: [] }).headers?.['location'];

test('characters that a header may not carry are escaped in a redirect', () => {
  expect(locationOf('/。?x=é#ü')).toBe('/%E3%80%82?x=%C3%A9#%C3%BC');
});

test('a location that is a valid header value is sent unchanged, escapes included', () => {
  const plain = 'https://provider.example/a%2Fb?state=x-_.~&return=%20#!';
  expect(locationOf(plain)).toBe(plain);
});

test('the location header is printable ASCII, and a browser resolves it to the same URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const path = `/${text.toWellFormed().replaceAll(/[^!-\u{10ffff}]|[\\?#]/gu, '')}`;
      const sent = String(locationOf(path));
      expect(sent).toMatch(/^[!-~]+$/);
      const base = 'https://console.example';
      expect(URL.parse(sent, base)?.href).toBe(URL.parse(path, base)?.href);
    }),
  );
});
