import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { ByteRange } from './conditions.ts';
import { discard } from './drafts.ts';

const ObjectInfo = z.object({
  key: z.string(),
  /** Name of the file with the bytes. A file belongs to one version of one object and is never changed. */
  file: z.string(),
  size: z.int(),
  /** Without quotes. */
  eTag: z.string(),
  lastModified: z.coerce.date(),
  headers: z.record(z.string(), z.string()),
});
export type ObjectInfo = z.infer<typeof ObjectInfo>;

/**
 * The objects of one bucket. Each is a small file of its info, named by the hash of its key (a key may hold anything),
 * which points to the file of its bytes. Renaming the info into place makes the object: a crash leaves the old one or
 * the new one. The index changes in the same tick as the disk, so `find` followed at once by `read` is one version.
 */
export type Objects = {
  find(key: string): ObjectInfo | undefined;
  all(): Iterable<ObjectInfo>;
  read(info: ObjectInfo, range: ByteRange): Readable;
  /** Makes `info.file` the object, unless `check` throws on the one it would replace; then the file is deleted. */
  put(info: ObjectInfo, check: (current: ObjectInfo | undefined) => void): Promise<void>;
  remove(key: string): void;
};

export const openObjects = (infoDir: string, bytesDir: string): Objects => {
  mkdirSync(infoDir, { recursive: true });
  const pathOf = (key: string) => join(infoDir, createHash('sha256').update(key).digest('hex'));
  const index = new Map<string, ObjectInfo>();
  for (const name of readdirSync(infoDir)) {
    const info = ObjectInfo.parse(JSON.parse(readFileSync(join(infoDir, name), 'utf8')));
    index.set(info.key, info);
  }
  return {
    find: (key) => index.get(key),
    all: () => index.values(),
    read: ({ file }, range) => createReadStream('', { fd: openSync(join(bytesDir, file), 'r'), ...range }),
    async put(info, check) {
      // Beside the bytes, where a restart clears away what belongs to no object.
      const draft = join(bytesDir, `${info.file}.json`);
      try {
        await writeFile(draft, JSON.stringify(info), { flush: true });
        check(index.get(info.key));
        renameSync(draft, pathOf(info.key));
      } catch (error) {
        await Promise.all([rm(draft, { force: true }), discard(bytesDir, info.file)]);
        throw error;
      }
      const replaced = index.get(info.key);
      index.set(info.key, info);
      if (replaced !== undefined) rmSync(join(bytesDir, replaced.file));
    },
    remove(key) {
      const info = index.get(key);
      if (info === undefined) return;
      rmSync(pathOf(key));
      index.delete(key);
      rmSync(join(bytesDir, info.file));
    },
  };
};
