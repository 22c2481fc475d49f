import { S3Error } from './errors.ts';

const maxKeyBytes = 1024;

/** What a path-style request is about. `key` is empty for the bucket itself, `bucket` for the account. */
export type Target = { path: string; bucket: string; key: string; query: URLSearchParams };

/** Reads `/<bucket>/<key…>?<query>`. Not by URL: that would resolve `..` inside a key. @throws InvalidURI, KeyTooLongError */
export const parseTarget = (url: string): Target => {
  const [rawPath = '', ...rest] = url.split('?');
  const path = decode(rawPath);
  const [, bucket = '', ...segments] = path.split('/');
  const key = segments.join('/');
  checkKeyLength(key);
  return { path, bucket, key, query: new URLSearchParams(rest.join('?')) };
};

export const checkKeyLength = (key: string): void => {
  if (Buffer.byteLength(key) <= maxKeyBytes) return;
  throw new S3Error('KeyTooLongError', `A key has at most ${maxKeyBytes} bytes.`, {
    MaxSizeAllowed: maxKeyBytes,
  });
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error('InvalidURI', 'The path is not well-formed.', { URI: path });
  }
};
