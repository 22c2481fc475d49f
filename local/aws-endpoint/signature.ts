import { createHash } from 'node:crypto';
import {
  canonicalRequest,
  parseAmzDate,
  sameSignature,
  type Scope,
  sign,
  stringToSign,
} from '../s3/signature.ts';

/** The parts of a Signature Version 4 Authorization header. */
export type Claim = Scope & { readonly signedHeaders: readonly string[]; readonly signature: string };

const pattern =
  /^AWS4-HMAC-SHA256 +Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request, *SignedHeaders=([^,\s]+), *Signature=(\w+)$/;

export const parseClaim = (authorization: string | undefined): Claim | undefined => {
  const [, accessKeyId, day, region, service, signedHeaders, signature] =
    pattern.exec(authorization ?? '') ?? [];
  if (!accessKeyId || !day || !region || !service || !signedHeaders || !signature) return undefined;
  return { accessKeyId, day, region, service, signedHeaders: signedHeaders.split(';'), signature };
};

const maxSkewMs = 15 * 60_000;
/** AWS requires these headers to be signed. Otherwise a signature would also be valid for another service or operation. */
const mustBeSigned = (name: string): boolean => name === 'host' || name.startsWith('x-amz-');

type Signed = {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly now: Date;
};

/** Whether this request was recently signed with `secret`. The request has no query. */
export const isSignedBy = (
  secret: string,
  claim: Claim,
  { method, path, headers, body, now }: Signed,
): boolean => {
  const amzDate = headers['x-amz-date'] ?? '';
  const signedAt = parseAmzDate(amzDate);
  if (Number.isNaN(signedAt.getTime())) return false;
  if (Math.abs(signedAt.getTime() - now.getTime()) > maxSkewMs) return false;
  const unsigned = Object.keys(headers).filter((name) => !claim.signedHeaders.includes(name));
  if (unsigned.some(mustBeSigned)) return false;
  const canonical = canonicalRequest({
    method,
    // Services other than S3 sign the path percent-encoded twice. `canonicalRequest` encodes it the second time.
    path,
    query: [],
    headers: claim.signedHeaders.map((name) => [name, headers[name] ?? '']),
    payloadHash: createHash('sha256').update(body).digest('hex'),
  });
  return sameSignature(sign(secret, claim, stringToSign(amzDate, claim, canonical)), claim.signature);
};
