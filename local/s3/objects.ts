import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync } from 'node:fs';
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
  /** The folder for bytes, those of objects and those still arriving. */
  bytesDir: string;
  find(key: string): ObjectInfo | undefined;
  all(): Iterable<ObjectInfo>;
  read(info: ObjectInfo, range: ByteRange): Readable;
  /** Makes `info.file` the object, unless `check` throws on the one it would replace; then the file is deleted. */
  put(info: ObjectInfo, check: (current: ObjectInfo | undefined) => void): Promise<void>;
  remove(key: string): void;
};

/** What was still arriving in `dir` when the last process ended is cleared away. */
export const openObjects = (dir: string): Objects => {
  const bytesDir = join(dir, 'bytes');
  const infoDir = join(dir, 'objects');
  for (const folder of [bytesDir, infoDir]) mkdirSync(folder, { recursive: true });
  const index = readIndex(infoDir);
  const kept = new Set([...index.values()].map(({ file }) => file));
  for (const file of readdirSync(bytesDir)) if (!kept.has(file)) rmSync(join(bytesDir, file));
  const pathOf = (key: string) => join(infoDir, createHash('sha256').update(key).digest('hex'));
  return {
    bytesDir,
    find: (key) => index.get(key),
    all: () => index.values(),
    read: ({ file }, range) => createReadStream('', { fd: openSync(join(bytesDir, file), 'r'), ...range }),
    async put(info, check) {
      // Among the bytes, where a restart clears it away.
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
      if (replaced !== undefined) rmSync(join(bytesDir, replaced.file), { force: true });
    },
    remove(key) {
      const info = index.get(key);
      if (info === undefined) return;
      rmSync(pathOf(key), { force: true });
      index.delete(key);
      rmSync(join(bytesDir, info.file), { force: true });
    },
  };
};

const readIndex = (infoDir: string): Map<string, ObjectInfo> => {
  const texts = readdirSync(infoDir).map((name) => readFileSync(join(infoDir, name), 'utf8'));
  const infos = texts.map((text) => ObjectInfo.parse(JSON.parse(text)));
  return new Map(infos.map((info) => [info.key, info]));
};
