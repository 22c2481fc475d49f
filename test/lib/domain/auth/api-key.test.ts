import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKey, generateKey, hashSecret, isSecret, parseKey } from '#lib/domain/auth/api-key.ts';

test('a generated key parses back to its parts', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = generateKey(mode);
    expect(parseKey(formatKey(key))).toEqual(key);
  }
});

test('a key has the published shape', () => {
  expect(formatKey(generateKey('live'))).toMatch(/^es_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}$/);
});

test('a key of an earlier version, and the stored hash of its secret, stay valid', () => {
  const key = { mode: 'live', id: '3kTMd7Hq9XbVw2Rz', secret: 'pL8sN4vJ6yQ1cF5gD0aW7eU2iO9mB3xK' };
  expect(parseKey(`es_live_${key.id}_${key.secret}06NFF7`)).toEqual(key);
  expect(hashSecret(key.secret)).toBe('2faec1bd20aa615248a77aa5dbaa8961651bd17969305d51bb049765c5208f37');
});

test('a key with any one character changed is refused without a table read', () => {
  const key = formatKey(generateKey('live'));
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', '_'), (at, letter) => {
      fc.pre(key[at] !== letter);
      expect(parseKey(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
    }),
  );
});

test('only the secret matches its hash', () => {
  const { secret } = generateKey('live');
  expect(isSecret(secret, hashSecret(secret))).toBe(true);
  expect(isSecret(generateKey('live').secret, hashSecret(secret))).toBe(false);
});
