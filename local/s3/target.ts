import { S3Error } from './errors.ts';

const maxKeyBytes = 1024;

/** The target of a path-style request. `key` is empty for the bucket itself. */
export type Target = {
  readonly path: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
};

/** Reads `/<bucket>/<key…>?<query>`. Not with URL, which would resolve `..` in a key. Throws InvalidURI or KeyTooLongError. */
export const parseTarget = (url: string): Target => {
  const [rawPath = '', ...query] = url.split('?');
  const path = decode(rawPath);
  const [, bucket = '', ...segments] = path.split('/');
  return { path, bucket, key: checkedKey(segments.join('/')), query: new URLSearchParams(query.join('?')) };
};

/** Returns the key. Throws KeyTooLongError. */
export const checkedKey = (key: string): string => {
  if (Buffer.byteLength(key) <= maxKeyBytes) return key;
  throw new S3Error('400 KeyTooLongError', 'Your key is too long', { MaxSizeAllowed: maxKeyBytes });
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error('400 InvalidURI', 'The path is malformed.');
  }
};
