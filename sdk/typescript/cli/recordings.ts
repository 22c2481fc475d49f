import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

/** A file with one of these is taken from a folder; a file that is named is taken whatever it is called. */
const extensions: ReadonlySet<string> = new Set(
  'aac aif aiff amr asf caf flac m4a m4b mka mkv mov mp3 mp4 oga ogg opus wav webm wma 3gp'
    .split(' ')
    .map((extension) => `.${extension}`),
);

const inFolder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};

/** The recordings that paths name: files, and those in folders and below. */
export const recordingsAt = async (paths: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(
    paths.map(async (path) => {
      const entry = await stat(path).catch(() => undefined);
      if (entry === undefined) throw new UsageError(`There is no file or folder ${path}.`);
      return entry.isDirectory() ? inFolder(path) : [path];
    }),
  );
  return [...new Set(found.flat())];
};
