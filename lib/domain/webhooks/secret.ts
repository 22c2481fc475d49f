import type { Encrypt, EncryptionContext } from '#lib/platform/aws/kms.ts';
import type { WebhookRef, StoredSecret } from './webhook.ts';
import { hintOf, newSecret } from './sign.ts';

/** A secret decrypts for the webhook it was made for, and for no other. */
export const encryptionContext = ({ tenant, id }: WebhookRef): EncryptionContext => ({
  tenant,
  webhook_id: id,
});

/** A fresh secret: in clear, to be shown once, and as it is stored. */
export const makeSecret = async (
  encrypt: Encrypt,
  webhook: WebhookRef,
  now: Date,
): Promise<{ readonly secret: string; readonly stored: StoredSecret }> => {
  const secret = newSecret();
  const ciphertext = await encrypt(secret, encryptionContext(webhook));
  return {
    secret,
    stored: { ciphertext, hint: hintOf(secret), createdAt: now.toISOString(), expiresAt: null },
  };
};
