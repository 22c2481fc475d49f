import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Access } from './access.ts';
import type { CorsRule } from './cors.ts';
import type { Objects } from './objects.ts';
import type { Uploads } from './operations/multipart-upload.ts';
import type { Target } from './target.ts';

export type ObjectCreated = {
  eventName: 'ObjectCreated:Post' | 'ObjectCreated:Put' | 'ObjectCreated:CompleteMultipartUpload';
  bucket: string;
  key: string;
  size: number;
  /** Without quotes. */
  eTag: string;
  at: Date;
};

export type Bucket = {
  name: string;
  cors: readonly CorsRule[];
  lifecycle: readonly { prefix: string; days: number }[];
  objects: Objects;
};

/** One request on a bucket, or on the object `target.key` in it. */
export type Call = {
  request: IncomingMessage;
  target: Target;
  bucket: Bucket;
  access: Access;
  now: () => Date;
  uploads: Uploads;
  onObjectCreated: (event: ObjectCreated) => void;
};

/** A call whose signature was verified. */
export type SignedCall = Call & { caller: string };

export type Reply = {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Readable;
};
