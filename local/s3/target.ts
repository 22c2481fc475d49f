import { S3Error } from './errors.ts';

const maxKeyBytes = 1024;

/** What a path-style request is about. `key` is empty for the bucket itself. */
export type Target = { path: string; bucket: string; key: string; query: URLSearchParams };

/** Reads `/<bucket>/<key…>?<query>`. Not by URL, which would resolve `..` inside a key. @throws InvalidURI, KeyTooLongError */
export const parseTarget = (url: string): Target => {
  const [rawPath = '', ...query] = url.split('?');
  const path = decode(rawPath);
  const [, bucket = '', ...segments] = path.split('/');
  return { path, bucket, key: checkedKey(segments.join('/')), query: new URLSearchParams(query.join('?')) };
};

/** @throws KeyTooLongError */
export const checkedKey = (key: string): string => {
  if (Buffer.byteLength(key) <= maxKeyBytes) return key;
  throw new S3Error('400 KeyTooLongError', 'Your key is too long', { MaxSizeAllowed: maxKeyBytes });
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error('400 InvalidURI', 'The path is not well-formed.');
  }
};
