import type { IncomingMessage } from 'node:http';
import { type Access, secretOf } from './access.ts';
import { S3Error } from './errors.ts';
import {
  algorithm,
  canonicalRequest,
  parseAmzDate,
  parseScope,
  sameSignature,
  sign,
  stringToSign,
} from './signature.ts';
import type { Target } from './target.ts';

const maxSkewMs = 15 * 60_000;
const maxExpiresSeconds = 7 * 86_400;

type Claim = {
  credential: string;
  amzDate: string;
  signedHeaders: readonly string[];
  signature: string;
  sessionToken: string | undefined;
  payloadHash: string;
};

/**
 * Verifies the Signature Version 4 of a request, in its Authorization header or in its query (presigned).
 * @returns the access key id that signed it
 * @throws AccessDenied (unsigned, expired), SignatureDoesNotMatch, InvalidAccessKeyId, InvalidToken, RequestTimeTooSkewed
 */
export const authenticate = (
  request: IncomingMessage,
  target: Target,
  { access, now }: { access: Access; now: () => Date },
): string => {
  const presigned = target.query.has('X-Amz-Signature');
  const claim = presigned ? presignedClaim(target.query) : headerClaim(request);
  const scope = parseScope(claim.credential);
  const signedAt = parseAmzDate(claim.amzDate);
  if (scope === undefined || signedAt === undefined || !claim.amzDate.startsWith(scope.day)) {
    throw malformed(presigned, 'The credential or the date of the signature is malformed.');
  }
  const secret = secretOf(access, scope.accessKeyId, claim.sessionToken);
  const canonical = canonicalRequest({
    method: request.method ?? '',
    path: target.path,
    query: [...target.query].filter(([name]) => name !== 'X-Amz-Signature'),
    headers: claim.signedHeaders.map((name) => [name, request.headersDistinct[name]?.join(',') ?? '']),
    payloadHash: claim.payloadHash,
  });
  if (!sameSignature(sign(secret, scope, stringToSign(claim.amzDate, scope, canonical)), claim.signature)) {
    throw new S3Error('SignatureDoesNotMatch', 'The signature is not the one calculated for this request.', {
      CanonicalRequest: canonical,
    });
  }
  requireSignedHeaders(request, claim.signedHeaders);
  requireInTime(signedAt, now(), presigned ? expiresSeconds(target.query) : undefined);
  return scope.accessKeyId;
};

const headerClaim = (request: IncomingMessage): Claim => {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new S3Error('AccessDenied', 'The request is not signed.');
  const match = /^(\S+) +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=(\w+)$/.exec(
    authorization,
  );
  const [, name, credential, signedHeaders, signature] = match ?? [];
  const payloadHash = headerText(request, 'x-amz-content-sha256');
  if (name !== algorithm || !credential || !signedHeaders || !signature) {
    throw malformed(false, `The Authorization header is not a well-formed ${algorithm} signature.`);
  }
  if (payloadHash === undefined)
    throw new S3Error('InvalidRequest', 'The header x-amz-content-sha256 is missing.');
  return {
    credential,
    amzDate: headerText(request, 'x-amz-date') ?? '',
    signedHeaders: signedHeaders.split(';'),
    signature,
    sessionToken: headerText(request, 'x-amz-security-token'),
    payloadHash,
  };
};

const presignedClaim = (query: URLSearchParams): Claim => {
  if (query.get('X-Amz-Algorithm') !== algorithm)
    throw malformed(true, `X-Amz-Algorithm must be ${algorithm}.`);
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    amzDate: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
    payloadHash: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  };
};

// What S3 acts on must be what was signed.
const requireSignedHeaders = (request: IncomingMessage, signed: readonly string[]): void => {
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (unsigned.length === 0) return;
  throw new S3Error('AccessDenied', 'Some headers of the request must be signed and are not.', {
    HeadersNotSigned: unsigned.join(', '),
  });
};

const requireInTime = (signedAt: Date, now: Date, validSeconds: number | undefined): void => {
  const ageMs = now.getTime() - signedAt.getTime();
  if (validSeconds === undefined) {
    if (Math.abs(ageMs) <= maxSkewMs) return;
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The time of the request is too far from the time of the server.',
      {
        RequestTime: signedAt.toISOString(),
        ServerTime: now.toISOString(),
      },
    );
  }
  if (ageMs < -maxSkewMs) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (ageMs > validSeconds * 1000) throw new S3Error('AccessDenied', 'Request has expired');
};

const expiresSeconds = (query: URLSearchParams): number => {
  const seconds = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (seconds >= 1 && seconds <= maxExpiresSeconds) return seconds;
  throw malformed(true, `X-Amz-Expires must be 1 to ${maxExpiresSeconds} seconds.`);
};

const malformed = (presigned: boolean, message: string): S3Error =>
  new S3Error(presigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed', message);

const headerText = (request: IncomingMessage, name: string): string | undefined =>
  request.headersDistinct[name]?.[0];
