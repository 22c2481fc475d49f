import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Backoff, liveBackoff, retryingContention } from './outage.ts';

/** `storedAt` is exact to the second. */
export type StoredObject = { readonly eTag: string; readonly bytes: number; readonly storedAt: Date };

/** Bytes from `from` up to `to`, which is not included. At least one byte. */
export type ByteRange = { readonly from: number; readonly to: number };

/** The bytes of an object as a stream, and their number. */
export type ObjectStream = { readonly body: Readable; readonly bytes: number };

/** The operations on one bucket that Earshot uses. Calls reject on infrastructure errors. A missing object is a value. */
export interface Bucket {
  head(key: string): Promise<StoredObject | undefined>;
  /** The bytes of exactly this version, or a range of them. Undefined if the version was deleted or replaced. */
  stream(key: string, eTag: string, range?: ByteRange): Promise<ObjectStream | undefined>;
  /** All bytes, or those of a range that begins within the object. Undefined if the key does not exist. */
  get(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  put(key: string, body: Buffer | string, contentType: string): Promise<void>;
  /** Writes a file of any size. Returns the ETag. */
  putFile(key: string, file: string): Promise<string>;
  /** Writes only if the key does not exist, so the first writer wins. */
  putOnce(key: string, body: Buffer | string, contentType: string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  removeAll(prefix: string): Promise<void>;
}

const isStatus = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Maps the statuses that mean absence to undefined. Rejects for all others. */
const orAbsent = async <T>(call: Promise<T>, ...statuses: number[]): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (isStatus(error, statuses)) return undefined;
    throw error;
  }
};

const rangeHeader = (range: ByteRange | undefined): string | undefined =>
  range && `bytes=${range.from}-${range.to - 1}`;

/** `Bucket` on Amazon S3. */
export const openBucket = (client: S3Client, name: string, backoff: Backoff = liveBackoff): Bucket => {
  const retrying = retryingContention(backoff);
  const at = (key: string) => ({ Bucket: name, Key: key });

  const remove = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    const objects = keys.map((Key) => ({ Key }));
    const response = await client.send(
      new DeleteObjectsCommand({ Bucket: name, Delete: { Objects: objects, Quiet: true } }),
    );
    const failed = response.Errors?.[0];
    if (failed) throw new Error(`S3 did not delete an object: ${failed.Code}`);
  };

  return {
    remove,
    head: async (key) => {
      const found = await orAbsent(client.send(new HeadObjectCommand(at(key))), 404);
      if (!found) return undefined;
      const { ETag: eTag = '', ContentLength: bytes = 0, LastModified: storedAt = new Date(0) } = found;
      return { eTag, bytes, storedAt };
    },
    stream: async (key, eTag, range) => {
      const found = await orAbsent(
        client.send(new GetObjectCommand({ ...at(key), IfMatch: eTag, Range: rangeHeader(range) })),
        404,
        412,
      );
      if (!found) return undefined;
      const { Body: body, ContentLength: bytes } = found;
      if (!(body instanceof Readable) || bytes === undefined)
        throw new Error('S3 responded without a stream or its length.');
      return { body, bytes };
    },
    get: async (key, range) => {
      const found = await orAbsent(
        client.send(new GetObjectCommand({ ...at(key), Range: rangeHeader(range) })),
        404,
      );
      const bytes = await found?.Body?.transformToByteArray();
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    put: async (key, body, contentType) => {
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }));
    },
    putFile: async (key, file) => {
      const { size } = await stat(file);
      const Body = createReadStream(file);
      const { ETag } = await client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size }));
      if (!ETag) throw new Error('S3 responded without an ETag.');
      return ETag;
    },
    putOnce: async (key, body, contentType) => {
      const input = { ...at(key), Body: body, ContentType: contentType, IfNoneMatch: '*' };
      await retrying(() => orAbsent(client.send(new PutObjectCommand(input)), 412));
    },
    removeAll: async (prefix) => {
      for (;;) {
        const page = await client.send(new ListObjectsV2Command({ Bucket: name, Prefix: prefix }));
        await remove((page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        if (!page.IsTruncated) return;
      }
    },
  };
};
