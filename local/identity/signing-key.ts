import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writePrivate } from '../write-private.ts';

const Jwk = z.looseObject({ kty: z.literal('RSA') });

const newKey = (): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** The key that signs tokens. It is created once per data folder and stored there. */
export const signingKey = (dataDir: string | undefined): JsonWebKey => {
  if (dataDir === undefined) return newKey();
  const file = join(dataDir, 'identity-key.json');
  if (existsSync(file)) return Jwk.parse(JSON.parse(readFileSync(file, 'utf8')));
  const key = newKey();
  writePrivate(file, key);
  return key;
};
