import { kms } from '#lib/platform/aws/clients.ts';
import { type Decrypt, type Encrypt, openDecryption, openEncryption } from '#lib/platform/aws/kms.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

const keyArn = (): string => readConfig({ WEBHOOK_KEY_ARN: textVariable }).WEBHOOK_KEY_ARN;

/** Encrypts webhook secrets. */
export const liveEncrypt = (): Encrypt => openEncryption(kms(), keyArn());

export const liveDecrypt = (): Decrypt => openDecryption(kms(), keyArn());
