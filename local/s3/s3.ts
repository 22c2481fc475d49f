import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Access } from './access.ts';
import { errorReply, send } from './answer.ts';
import { authenticate } from './authenticate.ts';
import type { Bucket, Call, ObjectCreated, Reply } from './call.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { S3Error } from './errors.ts';
import { sweep } from './lifecycle.ts';
import { openObjects } from './objects.ts';
import { findOperation } from './operations.ts';
import { listBuckets } from './operations/list-buckets.ts';
import { postObject } from './operations/post-object.ts';
import { parseTarget } from './target.ts';

export type BucketRules = Omit<Bucket, 'objects'>;

export type S3Options = {
  /** All data is below this folder. */
  readonly dir: string;
  readonly buckets: readonly BucketRules[];
  readonly access: Access;
  readonly now: () => Date;
  /** Called when the object can be read. */
  readonly onObjectCreated: (event: ObjectCreated) => void;
};

export type LocalS3 = {
  /** Answers one path-style request, also if it fails. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Deletes the objects that lifecycle rules expire. Returns their number. */
  sweepLifecycle(): Promise<number>;
};

/** An S3 on the file system. After a restart it has all complete objects in `dir` and no incomplete ones. */
export const createS3 = async ({ dir, buckets: rules, ...options }: S3Options): Promise<LocalS3> => {
  const buckets = new Map(
    rules.map((rule): [string, Bucket] => [
      rule.name,
      { ...rule, objects: openObjects(join(dir, rule.name)) },
    ]),
  );

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Reply> => {
    const target = parseTarget(request.url ?? '');
    if (target.bucket === '' && request.method === 'GET')
      return listBuckets({ ...options, caller: authenticate(request, target, options) }, buckets.values());
    const bucket = buckets.get(target.bucket);
    if (bucket === undefined) throw new S3Error('404 NoSuchBucket', 'The specified bucket does not exist');
    const method = request.method ?? '';
    if (method === 'OPTIONS') return { status: 200, headers: preflightHeaders(bucket.cors, request.headers) };
    // Set first, because a browser can only read an error response with CORS headers.
    for (const [name, value] of Object.entries(corsHeaders(bucket.cors, method, request.headers))) {
      response.setHeader(name, value);
    }
    const call: Call = { ...options, request, target, bucket };
    if (method === 'POST' && target.key === '' && target.query.size === 0) return postObject(call);
    const operation = findOperation(method, target.key, target.query);
    if (operation === undefined)
      throw new S3Error('501 NotImplemented', 'This S3 does not support the operation.');
    return operation.run({ ...call, caller: authenticate(request, target, options) });
  };

  return {
    async handle(request, response) {
      const RequestId = randomBytes(8).toString('hex').toUpperCase();
      response.setHeader('x-amz-request-id', RequestId);
      try {
        await send(request, response, await answer(request, response));
      } catch (error) {
        if (response.headersSent || response.destroyed) {
          response.destroy();
          return;
        }
        const known = error instanceof S3Error ? error : internal(error);
        await send(request, response, errorReply(known, { Resource: request.url ?? '', RequestId }));
      }
    },
    sweepLifecycle: async () => sweep(buckets.values(), options.now()),
  };
};

const internal = (error: unknown): S3Error => {
  console.error(error);
  return new S3Error('500 InternalError', 'We encountered an internal error.');
};
