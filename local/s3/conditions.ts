import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';
import type { ObjectInfo } from './objects.ts';

/** Whether a read may answer 304. @throws PreconditionFailed when If-Match names another version */
export const isUnchanged = (headers: IncomingHttpHeaders, { eTag }: ObjectInfo): boolean => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !names(ifMatch, eTag)) throw failed('If-Match');
  return ifNoneMatch !== undefined && names(ifNoneMatch, eTag);
};

/** Whether a write may replace `current`. @throws PreconditionFailed, NoSuchKey, NotImplemented */
export const checkWrite = (headers: IncomingHttpHeaders, current: ObjectInfo | undefined): void => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', 'A write understands If-None-Match only with an asterisk.');
  }
  if (ifNoneMatch === '*' && current !== undefined) throw failed('If-None-Match');
  if (ifMatch === undefined) return;
  if (current === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (!names(ifMatch, current.eTag)) throw failed('If-Match');
};

const names = (list: string, eTag: string): boolean =>
  list.split(',').some((one) => {
    const name = one.trim().replace(/^W\//, '').replaceAll('"', '');
    return name === '*' || name === eTag;
  });

const failed = (condition: string): S3Error =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
