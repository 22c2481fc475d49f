import type { Reply, SignedCall } from './call.ts';
import { deleteObject, deleteObjects } from './operations/delete-objects.ts';
import { getObject } from './operations/get-object.ts';
import { listObjects } from './operations/list-objects.ts';
import { putObject } from './operations/put-object.ts';

type Operation = {
  readonly method: string;
  readonly on: 'bucket' | 'object';
  /** Query parameters that select this operation. */
  readonly needs?: readonly string[];
  /** Other query parameters that it supports. */
  readonly takes?: readonly string[];
  readonly run: (call: SignedCall) => Promise<Reply>;
};

const listing = ['prefix', 'delimiter', 'max-keys', 'encoding-type', 'continuation-token', 'start-after'];

const operations: readonly Operation[] = [
  { method: 'GET', on: 'bucket', needs: ['list-type'], takes: listing, run: listObjects },
  { method: 'POST', on: 'bucket', needs: ['delete'], run: deleteObjects },
  { method: 'GET', on: 'object', run: getObject },
  { method: 'HEAD', on: 'object', run: getObject },
  { method: 'PUT', on: 'object', run: putObject },
  { method: 'DELETE', on: 'object', run: deleteObject },
];

// The SDK's name of the operation, and the parameters of a presigned URL.
const ignoredParameters = /^(x-id|x-amz-.*)$/i;

/**
 * Finds the operation of a request. An unsupported parameter (`?acl`, `?versionId`) matches none, so it is refused instead of
 * ignored.
 */
export const findOperation = (method: string, key: string, query: URLSearchParams): Operation | undefined => {
  const parameters = [...query.keys()].filter((name) => !ignoredParameters.test(name));
  return operations.find(
    ({ method: ofMethod, on, needs = [], takes = [] }) =>
      ofMethod === method &&
      (on === 'object') === (key !== '') &&
      needs.every((name) => query.has(name)) &&
      parameters.every((name) => needs.includes(name) || takes.includes(name)),
  );
};
