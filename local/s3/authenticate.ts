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

const maxExpiresSeconds = 7 * 86_400;
const maxSkewMs = 15 * 60_000;

/**
 * Verifies the Signature Version 4 of a request, in its Authorization header or its query (presigned). Returns the access key id.
 * Throws AccessDenied (unsigned or expired), SignatureDoesNotMatch, InvalidAccessKeyId, InvalidToken, or an error for a malformed
 * signature.
 */
export const authenticate = (
  request: IncomingMessage,
  { path, query }: Target,
  { access, now }: { readonly access: Access; readonly now: () => Date },
): string => {
  const isPresigned = query.has('X-Amz-Signature');
  const claim = isPresigned ? query : headerClaim(request);
  const text = (name: string) => claim.get(`X-Amz-${name}`) ?? '';
  const scope = parseScope(text('Credential'), text('Date'));
  if (scope === undefined || text('Algorithm') !== algorithm) throw malformed(isPresigned);
  const canonical = canonicalRequest({
    method: request.method ?? '',
    path,
    query: [...query].filter(([name]) => name !== 'X-Amz-Signature'),
    headers: text('SignedHeaders')
      .split(';')
      .map((name) => [name, request.headersDistinct[name]?.join(',') ?? '']),
    payloadHash: isPresigned ? 'UNSIGNED-PAYLOAD' : text('Content-Sha256'),
  });
  const secret = secretOf(access, scope.accessKeyId, text('Security-Token') || undefined);
  if (!sameSignature(sign(secret, scope, stringToSign(text('Date'), scope, canonical)), text('Signature'))) {
    throw new S3Error(
      '403 SignatureDoesNotMatch',
      'The signature is not the one calculated for this request.',
      {
        CanonicalRequest: canonical,
      },
    );
  }
  if (isPresigned)
    checkExpiry(Number(text('Expires')), now().getTime() - parseAmzDate(text('Date')).getTime());
  return scope.accessKeyId;
};

/** The signature parameters in the headers, by the names they have in a query. */
const headerClaim = ({ headers }: IncomingMessage): URLSearchParams => {
  if (headers.authorization === undefined)
    throw new S3Error('403 AccessDenied', 'The request is not signed.');
  const [, name = '', parts = ''] = /^(\S+)\s+(.*)$/.exec(headers.authorization) ?? [];
  const claim = new URLSearchParams({ 'X-Amz-Algorithm': name });
  for (const part of parts.split(/,\s*/)) {
    const [label = '', value = ''] = part.split('=', 2);
    claim.set(`X-Amz-${label}`, value);
  }
  for (const label of ['Date', 'Security-Token', 'Content-Sha256']) {
    claim.set(`X-Amz-${label}`, headers[`x-amz-${label.toLowerCase()}`]?.toString() ?? '');
  }
  return claim;
};

const checkExpiry = (seconds: number, ageMs: number): void => {
  if (!(seconds >= 1 && seconds <= maxExpiresSeconds)) throw malformed(true);
  if (ageMs < -maxSkewMs) throw new S3Error('403 AccessDenied', 'Request is not yet valid');
  if (ageMs > seconds * 1000) throw new S3Error('403 AccessDenied', 'Request has expired');
};

const malformed = (isPresigned: boolean): S3Error =>
  isPresigned
    ? new S3Error(
        '400 AuthorizationQueryParametersError',
        'The parameters of the presigned URL are malformed.',
      )
    : new S3Error(
        '400 AuthorizationHeaderMalformed',
        `The Authorization is not a well-formed ${algorithm} signature.`,
      );
