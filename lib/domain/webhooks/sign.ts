import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const prefix = 'whsec_';

/** A new signing secret of 256 random bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A few characters to recognize a secret by. */
export const hintOf = (secret: string): string => `${prefix}…${secret.slice(-5, -1)}`;

type Signed = { readonly id: string; readonly at: Date; readonly payload: string };

/** The headers of Standard Webhooks 1.0 for these bytes, with one signature for each secret. */
export const signedHeaders = (secrets: readonly string[], { id, at, payload }: Signed) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
});
