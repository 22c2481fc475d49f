import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

// As Standard Webhooks recommends: an attacker may have recorded an older delivery.
const toleranceMs = 5 * 60_000;

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const [only, ...more] = typeof value === 'string' ? [value] : (value ?? []);
  if (only === undefined) throw new WebhookVerificationError(`The header ${name} is missing.`);
  if (more.length > 0) throw new WebhookVerificationError(`The header ${name} is there twice.`);
  return only;
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const keyOf = async (secret: string) => {
  // A value that was read from a file ends with a line break.
  const bytes = fromBase64(secret.trim().replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError('The secret is not that of a webhook.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify', 'sign']);
};

type Body = string | Uint8Array | ArrayBuffer;

const bytesOf = (body: Body): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  // The types cannot prevent this: bodies that frameworks have parsed are `any`.
  throw new WebhookVerificationError(
    'Hand over the body as it was received, not parsed: by express.raw, or request.text().',
  );
};

const signed = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
};

/**
 * Verifies a delivery and returns its event. `body` must be the body as received, because JSON that was parsed and
 * written again has other bytes. Throws a `WebhookVerificationError` unless one of the signatures was made with the
 * secret within the last five minutes.
 */
const verify = async (
  body: Body,
  headers: WebhookHeaders,
  { secret, now = new Date() }: { readonly secret: string; readonly now?: Date | undefined },
): Promise<WebhookEvent> => {
  const received = bytesOf(body);
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1_000) > toleranceMs)
    throw new WebhookVerificationError('The delivery is too old or its time is wrong.');
  const key = await keyOf(secret);
  const data = signed(headerOf(headers, 'webhook-id'), timestamp, received);
  for (const one of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = one.split(',');
    const bytes = version === 'v1' ? fromBase64(signature) : undefined;
    // Web Crypto compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, data)))
      return JSON.parse(new TextDecoder().decode(received));
  }
  throw new WebhookVerificationError('No signature was made with this secret.');
};

type Delivery = { readonly id: string; readonly body: string; readonly now?: Date | undefined };

/** The headers of a signed delivery, for tests of a receiver. */
const sign = async (
  { id, body, now = new Date() }: Delivery,
  secret: string,
): Promise<{ 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }> => {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), signed(id, timestamp, bytesOf(body)));
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};

export const webhooks = { verify, sign };
