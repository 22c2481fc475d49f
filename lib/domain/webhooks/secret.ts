import type { Encrypt, EncryptionContext } from '#lib/platform/aws/kms.ts';
import type { WebhookRef, StoredSecret } from './webhook.ts';
import { hintOf, newSecret } from './sign.ts';

/** Binds a secret to its webhook: it cannot be decrypted for another one. */
export const encryptionContext = ({ tenant, id }: WebhookRef): EncryptionContext => ({
  tenant,
  webhook_id: id,
});

/** A new secret, in plaintext to show once and encrypted to store. */
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
