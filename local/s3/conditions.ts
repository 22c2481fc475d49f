import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';
import type { ByteRange, ObjectInfo } from './objects.ts';

/**
 * Whether a read answers 304, as when a browser asks whether the audio that it keeps is still the same. Throws PreconditionFailed
 * if If-Match names another version.
 */
export const isUnchanged = (headers: IncomingHttpHeaders, { eTag }: ObjectInfo): boolean => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && ifMatch.replaceAll('"', '') !== eTag) throw failed('If-Match');
  return ifNoneMatch?.replaceAll('"', '') === eTag;
};

/** Checks that a write may replace `current`. Throws PreconditionFailed or NotImplemented. */
export const checkWrite = (headers: IncomingHttpHeaders, current: ObjectInfo | undefined): void => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch = '*' } = headers;
  if (ifMatch !== undefined || ifNoneMatch !== '*') {
    throw new S3Error('501 NotImplemented', 'The only supported condition of a write is If-None-Match: *.');
  }
  if (headers['if-none-match'] === '*' && current !== undefined) throw failed('If-None-Match');
};

/** Undefined means the whole object: without a range, with several, or with a malformed one, like S3. Throws InvalidRange. */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start < size) return { start, end };
  throw new S3Error('416 InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: size });
};

const failed = (Condition: string): S3Error =>
  new S3Error('412 PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition,
  });
