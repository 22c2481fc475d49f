import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const algorithm = 'AWS4-HMAC-SHA256';

/** The parts of a credential `<access key id>/<yyyymmdd>/<region>/<service>/aws4_request`. */
export type Scope = {
  readonly accessKeyId: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
};

type Signable = {
  readonly method: string;
  /** Decoded, with its leading slash. */
  readonly path: string;
  /** Decoded, without the signature. */
  readonly query: readonly (readonly [string, string])[];
  /** The signed headers, by lower-case name, in the order of SignedHeaders. */
  readonly headers: readonly (readonly [string, string])[];
  readonly payloadHash: string;
};

/** Reads an S3 credential. Undefined if it is malformed or `amzDate` is not on its day. */
export const parseScope = (credential: string, amzDate: string): Scope | undefined => {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(credential);
  const [, accessKeyId, day, region] = match ?? [];
  if (!accessKeyId || !day || !region || !amzDate.startsWith(day)) return undefined;
  return Number.isNaN(parseAmzDate(amzDate).getTime())
    ? undefined
    : { accessKeyId, day, region, service: 's3' };
};

/** Reads `yyyymmddThhmmssZ`. */
export const parseAmzDate = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Percent-encodes all except RFC 3986 unreserved characters, in upper-case hex, as the AWS signing guide requires. */
export const uriEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodePath = (path: string): string => path.split('/').map(uriEncode).join('/');

/** The canonical request of the AWS signing guide. S3 encodes the path once and does not normalize it. */
export const canonicalRequest = ({ method, path, query, headers, payloadHash }: Signable): string =>
  [
    method,
    encodePath(path),
    // With the NUL, a name sorts before longer names that start with it.
    query
      .map(([name, value]) => `${uriEncode(name)}\0=${uriEncode(value)}`)
      .toSorted()
      .join('&')
      .replaceAll('\0', ''),
    ...headers.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}`),
    '',
    headers.map(([name]) => name).join(';'),
    payloadHash,
  ].join('\n');

export const stringToSign = (amzDate: string, { day, region, service }: Scope, request: string): string =>
  [
    algorithm,
    amzDate,
    `${day}/${region}/${service}/aws4_request`,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n');

/** The signature of `text`, a string to sign or a base64 POST policy, in hex. */
export const sign = (secret: string, { day, region, service }: Scope, text: string): string =>
  [day, region, service, 'aws4_request', text]
    .reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
    .toString('hex');

const hmac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

export const sameSignature = (expected: string, actual: string): boolean =>
  timingSafeEqual(hmac(Buffer.from(expected), ''), hmac(Buffer.from(actual), ''));
