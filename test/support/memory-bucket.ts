import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Bucket } from '#lib/platform/aws/bucket.ts';

export type MemoryBucket = Bucket & {
  /** All objects by key. */
  readonly objects: Map<string, Buffer>;
  readonly eTagOf: (body: Buffer) => string;
};

/** A bucket in memory. */
export const memoryBucket = (now = () => new Date()): MemoryBucket => {
  const objects = new Map<string, Buffer>();
  const times = new Map<string, Date>();
  const store = (key: string, body: Buffer): void => {
    objects.set(key, body);
    times.set(key, now());
  };
  const eTagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
  return {
    objects,
    eTagOf,
    head: async (key) => {
      const body = objects.get(key);
      return body && { eTag: eTagOf(body), bytes: body.length, storedAt: times.get(key) ?? now() };
    },
    stream: async (key, eTag, { from, to } = { from: 0, to: Infinity }) => {
      const body = objects.get(key);
      if (!body || eTagOf(body) !== eTag) return undefined;
      const bytes = body.subarray(from, to);
      return { body: Readable.from([bytes]), bytes: bytes.length };
    },
    get: async (key, range) => objects.get(key)?.subarray(range?.from, range?.to),
    put: async (key, body) => store(key, Buffer.from(body)),
    putFile: async (key, file) => {
      const body = await readFile(file);
      store(key, body);
      return eTagOf(body);
    },
    putOnce: async (key, body) => void (objects.has(key) || store(key, Buffer.from(body))),
    remove: async (keys) => keys.forEach((key) => objects.delete(key)),
    removeAll: async (prefix) => {
      for (const key of objects.keys()) if (key.startsWith(prefix)) objects.delete(key);
    },
  };
};
