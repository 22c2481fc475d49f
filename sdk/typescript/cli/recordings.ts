import { glob, readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { UsageError } from './usage-error.ts';

export type Recording = {
  readonly path: string;
  /** Its path relative to the given folder. For a given file, its file name. */
  readonly name: string;
};

/** Files in a folder are used only with one of these extensions. A file that is given by name is always used. */
const extensions: ReadonlySet<string> = new Set(
  'aac aif aiff amr asf flac latm loas m4a m4b mka mkv mov mp3 mp4 oga ogg opus wav webm wma 3gp'
    .split(' ')
    .map((extension) => `.${extension}`),
);

const inFolder = async (folder: string): Promise<Recording[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ path, name: relative(folder, path) }));
};

const at = async (path: string): Promise<Recording[] | undefined> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return undefined;
  return entry.isDirectory() ? inFolder(path) : [{ path, name: basename(path) }];
};

/** The files that match a pattern. Some shells leave patterns to the command. */
const matching = async (pattern: string): Promise<Recording[]> => {
  const paths: string[] = [];
  for await (const path of glob(pattern)) paths.push(path);
  if (paths.length === 0) throw new UsageError(`There is no file or folder ${pattern}.`);
  const found = await Promise.all(paths.toSorted().map(at));
  return found.flatMap((recordings) => recordings ?? []);
};

/** The recordings at paths: files, files in folders and their subfolders, and files that match patterns. */
export const recordingsAt = async (paths: readonly string[]): Promise<Recording[]> => {
  const found = await Promise.all(paths.map(async (path) => (await at(path)) ?? matching(path)));
  return [...new Map(found.flat().map((recording) => [recording.path, recording])).values()];
};
