import { expect, test } from 'vitest';
import { parseTarget } from '#lib/platform/net/target.ts';

/** A host name of this length, with labels as long as DNS allows. */
const hostOf = (length: number): string => `${`${'a'.repeat(63)}.`.repeat(3)}${'b'.repeat(length - 192)}`;

test.each([
  ['a bucket with a name of 63 characters', `${'a'.repeat(63)}.s3.amazonaws.com`],
  ['a name of 253 characters', hostOf(253)],
])('%s is a host', (_, host) => {
  expect(parseTarget(`https://${host}/audio.mp3`, [])).toMatchObject({ host, port: 443 });
});

test.each([
  ['a label of 64 characters', `${'a'.repeat(64)}.example`],
  ['a name of 254 characters', hostOf(254)],
  ['an empty label', 'a..example'],
])('%s is refused before it is resolved, which would look like an outage', (_, host) => {
  expect(() => parseTarget(`https://${host}/audio.mp3`, [])).toThrow(
    expect.objectContaining({ kind: 'invalid_url', transient: false }),
  );
});
