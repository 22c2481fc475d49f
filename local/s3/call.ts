import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Access } from './access.ts';
import type { CorsRule } from './cors.ts';
import type { Objects } from './objects.ts';
import type { Target } from './target.ts';

export type ObjectCreated = {
  readonly eventName: 'ObjectCreated:Post' | 'ObjectCreated:Put';
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly eTag: string;
  readonly at: Date;
};

export type Bucket = {
  readonly name: string;
  readonly cors: readonly CorsRule[];
  readonly lifecycle: readonly { readonly prefix: string; readonly days: number }[];
  readonly objects: Objects;
};

/** One request on a bucket, or on the object `target.key` in it. */
export type Call = {
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly bucket: Bucket;
  readonly access: Access;
  readonly now: () => Date;
  readonly onObjectCreated: (event: ObjectCreated) => void;
};

/** A call whose signature was verified. */
export type SignedCall = Call & { readonly caller: string };

export type Reply = {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Readable;
};
