import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';
import type { ObjectInfo } from './objects.ts';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Whether a read may answer 304. @throws PreconditionFailed when If-Match names another version */
export const isUnchanged = (headers: IncomingHttpHeaders, { eTag }: ObjectInfo): boolean => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !names(ifMatch, eTag)) throw failed('If-Match');
  return ifNoneMatch !== undefined && names(ifNoneMatch, eTag);
};

/** Whether a write may replace `current`. @throws PreconditionFailed, NotImplemented */
export const checkWrite = (headers: IncomingHttpHeaders, current: ObjectInfo | undefined): void => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch = '*' } = headers;
  if (ifMatch !== undefined || ifNoneMatch !== '*') {
    throw new S3Error('501 NotImplemented', 'A write has no other condition here than If-None-Match: *.');
  }
  if (headers['if-none-match'] === '*' && current !== undefined) throw failed('If-None-Match');
};

/** `undefined` means the whole object: no Range, several, or one that is not well-formed, as in S3. @throws InvalidRange */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start < size) return { start, end };
  throw new S3Error('416 InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: size });
};

const names = (list: string, eTag: string): boolean =>
  list.split(',').some((one) => ['*', eTag].includes(one.trim().replace(/^W\//, '').replaceAll('"', '')));

const failed = (Condition: string): S3Error =>
  new S3Error('412 PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition,
  });
