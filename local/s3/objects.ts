import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readSync, renameSync, unlinkSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { Draft } from './drafts.ts';
import type { ByteRange } from './range.ts';

const ObjectInfo = z.object({
  key: z.string(),
  size: z.int(),
  /** Without quotes. */
  eTag: z.string(),
  lastModified: z.coerce.date(),
  headers: z.record(z.string(), z.string()),
});
export type ObjectInfo = z.infer<typeof ObjectInfo>;

/**
 * The objects of one bucket. Each is one file, named by the hash of its key (a key may hold anything): the bytes, then
 * the info as JSON, then its length. A rename puts it in place, so a crash leaves the old object or the new one.
 * The index changes in the same tick as the disk: `find` followed at once by `read` speaks of one version.
 */
export type Objects = {
  find(key: string): ObjectInfo | undefined;
  all(): Iterable<ObjectInfo>;
  /** The bytes of the version that `find` gives in this very tick. */
  read(key: string, range: ByteRange): Readable;
  /** Makes the draft the object, unless `check` throws on what is there at that moment. Takes the draft's file in any case. */
  put(draft: Draft, info: ObjectInfo, check: (current: ObjectInfo | undefined) => void): Promise<void>;
  remove(key: string): void;
};

export const openObjects = (dir: string): Objects => {
  mkdirSync(dir, { recursive: true });
  const pathOf = (key: string) => join(dir, createHash('sha256').update(key).digest('hex'));
  const index = new Map<string, ObjectInfo>();
  for (const name of readdirSync(dir)) {
    const info = readInfo(join(dir, name));
    index.set(info.key, info);
  }
  return {
    find: (key) => index.get(key),
    all: () => index.values(),
    read: (key, range) => createReadStream('', { fd: openSync(pathOf(key), 'r'), ...range }),
    async put(draft, info, check) {
      try {
        await appendFile(draft.path, footer(info), { flush: true });
        check(index.get(info.key));
        renameSync(draft.path, pathOf(info.key));
        index.set(info.key, info);
      } catch (error) {
        await rm(draft.path, { force: true });
        throw error;
      }
    },
    remove(key) {
      if (!index.delete(key)) return;
      unlinkSync(pathOf(key));
    },
  };
};

const lengthBytes = 4;

const footer = (info: ObjectInfo): Buffer => {
  const json = Buffer.from(JSON.stringify(info));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length]);
};

const readInfo = (path: string): ObjectInfo => {
  const file = openSync(path, 'r');
  try {
    const end = fstatSync(file).size - lengthBytes;
    const read = (length: number, position: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, position);
      return bytes;
    };
    const length = read(lengthBytes, end).readUInt32BE();
    return ObjectInfo.parse(JSON.parse(read(length, end - length).toString()));
  } finally {
    closeSync(file);
  }
};
