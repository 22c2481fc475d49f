import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { discard } from './drafts.ts';

const ObjectInfo = z.object({
  key: z.string(),
  /** Name of the file with the bytes. A file belongs to one version of an object and never changes. */
  file: z.string(),
  size: z.int(),
  /** Without quotes. */
  eTag: z.string(),
  lastModified: z.coerce.date(),
  headers: z.record(z.string(), z.string()),
});
export type ObjectInfo = z.infer<typeof ObjectInfo>;

/** First and last byte, inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The objects of one bucket. Each has a small info file, which names the file with its bytes. The info file is named after the hash
 * of the key, because keys may contain any character. Renaming it into place creates the object, so a crash leaves the old or
 * the new version. The index changes in the same tick as the disk, so `find` and `read` in one tick see one version.
 */
export type Objects = {
  /** The folder for the bytes of objects and of uploads in progress. */
  readonly bytesDir: string;
  find(key: string): ObjectInfo | undefined;
  all(): Iterable<ObjectInfo>;
  read(info: ObjectInfo, range: ByteRange): Readable;
  /** Creates the object from `info.file`. If `check` throws for the current version, deletes the file. */
  put(info: ObjectInfo, check: (current: ObjectInfo | undefined) => void): Promise<void>;
  remove(key: string): void;
};

/** Opens the objects in `dir`. Deletes uploads that were in progress when the last process ended. */
export const openObjects = (dir: string): Objects => {
  const bytesDir = join(dir, 'bytes');
  const infoDir = join(dir, 'objects');
  for (const folder of [bytesDir, infoDir]) mkdirSync(folder, { recursive: true });
  const index = readIndex(infoDir);
  const usedFiles = new Set([...index.values()].map(({ file }) => file));
  for (const file of readdirSync(bytesDir)) if (!usedFiles.has(file)) rmSync(join(bytesDir, file));
  const pathOf = (key: string) => join(infoDir, createHash('sha256').update(key).digest('hex'));
  return {
    bytesDir,
    find: (key) => index.get(key),
    all: () => index.values(),
    read: ({ file }, range) => createReadStream('', { fd: openSync(join(bytesDir, file), 'r'), ...range }),
    async put(info, check) {
      // In the bytes folder, where a restart deletes it.
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
