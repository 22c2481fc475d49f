import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { deliveryHeaders, hintOf, newSecret, signatureOf } from '#lib/domain/webhooks/sign.ts';

const secret = newSecret();
const older = newSecret();
const at = new Date();
const id = 'evt_1';

const signedHeaders = (secrets: readonly string[], payload: string) =>
  deliveryHeaders({ id, at, signature: signatureOf(secrets, { id, at, payload }) });

/** The signature by the specification: HMAC-SHA256 over `id.timestamp.payload` with the decoded secret. */
const isSigned = (headers: Record<string, string>, payload: string, key: string): boolean => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${payload}`;
  const raw = Buffer.from(key.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', raw).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
};
const isVerified = (headers: Record<string, string>, payload: string, key: string): boolean => {
  try {
    new Webhook(key).verify(payload, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
};
const payloads = fc.json().map((json) => `{"é":${json}}`);

test('a secret has 256 random bits, and its hint reveals none of the others', () => {
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  expect(secret).not.toBe(older);
  expect(hintOf(secret)).toMatch(/^whsec_….{4}$/);
});

test('every payload verifies with the package and by the specification, with either secret of a rotation', () => {
  fc.assert(
    fc.property(payloads, fc.string({ unit: 'grapheme' }), (json, text) => {
      const payload = json + text.toWellFormed();
      const headers = signedHeaders([secret, older], payload);
      expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
      for (const key of [secret, older]) {
        expect(isVerified(headers, payload, key)).toBe(true);
        expect(isSigned(headers, payload, key)).toBe(true);
      }
      expect(isVerified(headers, payload, newSecret())).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('a payload, id or timestamp that differs in one bit does not verify', () => {
  const flipped = (text: string, bit: number): string => {
    const bytes = Buffer.from(text);
    const byte = Math.floor(bit / 8) % bytes.length;
    bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << (bit % 8)), byte);
    return bytes.toString('latin1');
  };
  fc.assert(
    fc.property(payloads, fc.nat(), (payload, bit) => {
      const headers = signedHeaders([secret], payload);
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
        const changed = { ...headers, [name]: flipped(headers[name], bit) };
        expect(isVerified(changed, payload, secret)).toBe(false);
        expect(isSigned(changed, payload, secret)).toBe(false);
      }
      expect(isVerified(headers, flipped(payload, bit), secret)).toBe(false);
    }),
    { numRuns: 300 },
  );
});
