import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';

/** The object to which a ciphertext belongs. Decryption needs the same context. */
export type EncryptionContext = Readonly<Record<string, string>>;

/** Encrypts a short text with one KMS key. Returns base64. Rejects on infrastructure errors. */
export type Encrypt = (plaintext: string, context: EncryptionContext) => Promise<string>;
/** Decrypts a text. Rejects if the key or the context differs. */
export type Decrypt = (ciphertext: string, context: EncryptionContext) => Promise<string>;

export const openEncryption =
  (client: KMSClient, keyId: string): Encrypt =>
  async (plaintext, context) => {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(plaintext), EncryptionContext: context }),
    );
    if (!CiphertextBlob) throw new Error('KMS responded without a ciphertext.');
    return Buffer.from(CiphertextBlob).toString('base64');
  };

export const openDecryption =
  (client: KMSClient, keyId: string): Decrypt =>
  async (ciphertext, context) => {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: context,
      }),
    );
    if (!Plaintext) throw new Error('KMS responded without a plaintext.');
    return Buffer.from(Plaintext).toString();
  };
