import { createHmac, randomBytes } from 'node:crypto';
import { base62, checksum, hashSecret } from '#lib/domain/auth/api-key.ts';

const length = 32;

/** `es_rt_…` is the secret of the first connection, `es_rr_…` a token that resumes the session. */
const prefixes = { secret: 'es_rt_', resume: 'es_rr_' } as const;
type CredentialKind = keyof typeof prefixes;

export type Credential = {
  readonly kind: CredentialKind;
  /** SHA-256 in hex, which is all that is stored. */
  readonly hash: string;
};

/** The lowest 32 digits in base 62 of 32 bytes: 190 bits. */
const digitsOf = (bytes: Uint8Array): string => {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  while (digits.length < length) {
    digits += base62[Number(rest % 62n)];
    rest /= 62n;
  }
  return digits;
};

const format = (kind: CredentialKind, bytes: Uint8Array): string => {
  const body = prefixes[kind] + digitsOf(bytes);
  return body + checksum(body);
};

/**
 * The client secret of a session. With the secret of the requesting API key it is the same at every call, so a replayed
 * request shows it again although only its hash is stored. Without one it is random.
 */
export const clientSecret = (sessionId: string, keySecret: string | null): string =>
  format(
    'secret',
    keySecret === null
      ? randomBytes(32)
      : createHmac('sha256', keySecret).update(`realtime/${sessionId}`).digest(),
  );

/** A new token that resumes a session. */
export const newResumeToken = (): string => format('resume', randomBytes(32));

const shape = new RegExp(`^es_(?:rt|rr)_[0-9A-Za-z]{${length + 6}}$`);

/** Undefined if shape or checksum is wrong, so that an invented credential needs no table read. */
export const parseCredential = (text: string): Credential | undefined => {
  if (!shape.test(text) || checksum(text.slice(0, -6)) !== text.slice(-6)) return undefined;
  return { kind: text.startsWith(prefixes.secret) ? 'secret' : 'resume', hash: hashSecret(text) };
};
