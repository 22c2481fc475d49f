import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const prefix = 'whsec_';

/** A new signing secret of 256 random bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A few characters to recognize a secret by. */
export const hintOf = (secret: string): string => `${prefix}…${secret.slice(-5, -1)}`;

type Signed = { readonly id: string; readonly at: Date; readonly payload: string };

/** One signature for each secret, by Standard Webhooks 1.0. */
export const signatureOf = (secrets: readonly string[], { id, at, payload }: Signed): string =>
  secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' ');

type Sent = { readonly id: string; readonly at: Date; readonly signature: string };

/** The headers of a delivery, by Standard Webhooks 1.0. */
export const deliveryHeaders = ({ id, at, signature }: Sent) => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
});
