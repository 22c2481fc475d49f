import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const algorithm = 'AWS4-HMAC-SHA256';

/** The parts of a credential `<access key id>/<yyyymmdd>/<region>/s3/aws4_request`. */
export type Scope = { accessKeyId: string; day: string; region: string };

export type Signable = {
  method: string;
  /** Decoded path, with its leading slash. */
  path: string;
  /** Decoded query, without the signature itself. */
  query: readonly (readonly [string, string])[];
  /** Signed headers, names in lower case, in the order of SignedHeaders. */
  headers: readonly (readonly [string, string])[];
  payloadHash: string;
};

export const parseScope = (credential: string): Scope | undefined => {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(credential);
  const [, accessKeyId, day, region] = match ?? [];
  return accessKeyId && day && region ? { accessKeyId, day, region } : undefined;
};

/** Reads `yyyymmddThhmmssZ`. */
export const parseAmzDate = (text: string): Date | undefined => {
  if (!/^\d{8}T\d{6}Z$/.test(text)) return undefined;
  const date = new Date(text.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** RFC 3986 encoding as Signature Version 4 wants it: everything but unreserved characters, upper-case hex. */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodePath = (path: string): string => path.split('/').map(uriEncode).join('/');

/** See "Create a canonical request" in the AWS signing guide; S3 encodes the path once and never normalises it. */
export const canonicalRequest = ({ method, path, query, headers, payloadHash }: Signable): string => {
  const parameters = query.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`);
  return [
    method,
    encodePath(path),
    sortParameters(parameters).join('&'),
    ...headers.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}`),
    '',
    headers.map(([name]) => name).join(';'),
    payloadHash,
  ].join('\n');
};

// By name first: the plain text order would put `a-b=` before `a=`.
const sortParameters = (parameters: readonly string[]): string[] => {
  const name = (parameter: string) => parameter.slice(0, parameter.indexOf('='));
  const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return parameters.toSorted((a, b) => order(name(a), name(b)) || order(a, b));
};

export const stringToSign = (amzDate: string, scope: Scope, request: string): string =>
  [
    algorithm,
    amzDate,
    `${scope.day}/${scope.region}/s3/aws4_request`,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n');

/** Signature of `text` (a string to sign, or a base64 POST policy) in lower-case hex. */
export const sign = (secret: string, scope: Scope, text: string): string => {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = [scope.day, scope.region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
};

export const sameSignature = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
