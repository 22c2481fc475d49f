import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashSecret, parseKey } from '#lib/domain/auth/api-key.ts';
import { clientSecret, newResumeToken, parseCredential } from '#lib/domain/realtime/credentials.ts';

test('the same key gets the same secret for a session again, another key or session another one', () => {
  const secret = clientSecret('rts_a', 'key');
  expect(clientSecret('rts_a', 'key')).toBe(secret);
  const others = [clientSecret('rts_b', 'key'), clientSecret('rts_a', 'other'), clientSecret('rts_a', null)];
  expect(new Set([secret, ...others]).size).toBe(4);
  expect(clientSecret('rts_a', null)).not.toBe(clientSecret('rts_a', null));
});

test('a credential tells its kind, and its hash is that of its text', () => {
  const secret = clientSecret('rts_a', 'key');
  const token = newResumeToken();
  expect(secret).toMatch(/^es_rt_[0-9A-Za-z]{38}$/);
  expect(parseCredential(secret)).toEqual({ kind: 'secret', hash: hashSecret(secret) });
  expect(token).toMatch(/^es_rr_[0-9A-Za-z]{38}$/);
  expect(parseCredential(token)).toEqual({ kind: 'resume', hash: hashSecret(token) });
});

test('a credential is no API key', () => {
  expect(parseKey(clientSecret('rts_a', 'key'))).toBeUndefined();
});

test('a credential with one other character is none', () => {
  const secret = clientSecret('rts_a', 'key');
  const change = fc.record({
    at: fc.nat(secret.length - 1),
    to: fc.constantFrom('a', 'Z', '0', '9', '_', '-', '$', ' '),
  });
  fc.assert(
    fc.property(change, ({ at, to }) => {
      const changed = secret.slice(0, at) + to + secret.slice(at + 1);
      expect(parseCredential(changed) === undefined).toBe(changed !== secret);
    }),
  );
});
