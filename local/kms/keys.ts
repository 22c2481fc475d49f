import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type JsonReply, jsonReply, type JsonService } from '../aws-endpoint/json-service.ts';
import type { Deployment } from '../template/deployment.ts';

const Context = z.record(z.string(), z.string()).default({});
const Encrypt = z.object({ KeyId: z.string(), Plaintext: z.base64(), EncryptionContext: Context });
const Decrypt = z.object({ KeyId: z.string(), CiphertextBlob: z.base64(), EncryptionContext: Context });
type Context = z.infer<typeof Context>;

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
// The limit of KMS.
const maxPlaintextBytes = 4_096;

/** The encryption context as bytes, independent of the order of its keys. */
const authenticated = (context: Context): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))));

const encrypt = (key: Buffer, plaintext: Buffer, context: Context): Buffer => {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, key, iv).setAAD(authenticated(context));
  const ciphertext = Buffer.concat([encryption.update(plaintext), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), ciphertext]);
};

/** Undefined if the bytes were not encrypted with this key and context. */
const decrypt = (key: Buffer, blob: Buffer, context: Context): Buffer | undefined => {
  const iv = blob.subarray(0, ivBytes);
  const tag = blob.subarray(ivBytes, ivBytes + tagBytes);
  if (tag.length < tagBytes) return undefined;
  const decryption = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes });
  decryption.setAAD(authenticated(context)).setAuthTag(tag);
  const plaintext = decryption.update(blob.subarray(ivBytes + tagBytes));
  try {
    return Buffer.concat([plaintext, decryption.final()]);
  } catch {
    return undefined;
  }
};

const refusal = (type: string, message = type): JsonReply => jsonReply(400, { __type: type, message });

/**
 * KMS with Encrypt and Decrypt for every key of the template. The keys are derived from the stack's secret, so they stay the same
 * after a restart.
 */
export const createKms = (deployment: Deployment, secret: string): JsonService => {
  const keys = new Map(
    deployment.ofType('AWS::KMS::Key').map(({ returns }) => {
      const arn = returns['Arn'] ?? '';
      return [arn, Buffer.from(hkdfSync('sha256', secret, '', `kms ${arn}`, 32))];
    }),
  );

  const operations: Record<string, (input: unknown) => JsonReply> = {
    Encrypt: (input) => {
      const { KeyId, Plaintext, EncryptionContext } = Encrypt.parse(input);
      const key = keys.get(KeyId);
      if (!key) return refusal('NotFoundException', `Key '${KeyId}' does not exist`);
      const plaintext = Buffer.from(Plaintext, 'base64');
      if (plaintext.length === 0 || plaintext.length > maxPlaintextBytes)
        return refusal('ValidationException');
      const blob = encrypt(key, plaintext, EncryptionContext);
      return jsonReply(200, { KeyId, CiphertextBlob: blob.toString('base64') });
    },
    Decrypt: (input) => {
      const { KeyId, CiphertextBlob, EncryptionContext } = Decrypt.parse(input);
      const key = keys.get(KeyId);
      if (!key) return refusal('NotFoundException', `Key '${KeyId}' does not exist`);
      const plaintext = decrypt(key, Buffer.from(CiphertextBlob, 'base64'), EncryptionContext);
      if (!plaintext) return refusal('InvalidCiphertextException');
      return jsonReply(200, { KeyId, Plaintext: plaintext.toString('base64') });
    },
  };

  return async (headers, body) => {
    const target = headers['x-amz-target'] ?? '';
    const operation = operations[target.replace('TrentService.', '')];
    if (!operation) return refusal('UnknownOperationException');
    try {
      return operation(JSON.parse(body.toString()));
    } catch {
      return refusal('ValidationException', 'The request is malformed.');
    }
  };
};
