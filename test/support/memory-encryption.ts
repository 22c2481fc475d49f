import type { Decrypt, Encrypt } from '#lib/platform/aws/kms.ts';

/** Encryption in memory. It hides nothing, but it checks key and context. */
export const memoryEncryption = (key = 'key'): { readonly encrypt: Encrypt; readonly decrypt: Decrypt } => ({
  encrypt: async (plaintext, context) =>
    Buffer.from(JSON.stringify([plaintext, key, context])).toString('base64'),
  decrypt: async (ciphertext, context) => {
    const [plaintext, ...under] = JSON.parse(Buffer.from(ciphertext, 'base64').toString());
    if (JSON.stringify(under) !== JSON.stringify([key, context])) throw new Error('Another key or context.');
    return plaintext;
  },
});
