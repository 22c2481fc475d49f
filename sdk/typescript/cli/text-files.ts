import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Recording } from './recordings.ts';
import { UsageError } from './usage-error.ts';

export type Format = 'txt' | 'srt' | 'vtt' | 'json';

/** A recording, and the path of its texts without the extension of their format. */
export type Task = Recording & { readonly stem: string };

const withoutExtension = (path: string): string => path.slice(0, path.length - extname(path).length);

/** Counts the occurrences of each value. */
const counted = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/**
 * The tasks, with texts in `out` or beside each recording. Paths in `out` mirror those in the given folder. If
 * recordings differ only in their extension, the texts keep it: `a.mp3.srt`, `a.wav.srt`.
 */
export const tasksOf = (recordings: readonly Recording[], out: string | undefined): Task[] => {
  const targets = recordings.map(({ path, name }) => (out === undefined ? path : join(out, name)));
  const stems = counted(targets.map(withoutExtension));
  for (const [target, times] of counted(targets))
    if (times > 1)
      throw new UsageError(`Two recordings would be written as ${target}. Name their folder instead.`);
  return recordings.map((recording, index) => {
    const target = targets[index] ?? recording.path;
    const stem = withoutExtension(target);
    return { ...recording, stem: stems.get(stem) === 1 ? stem : target };
  });
};

/** The folder for the record of jobs, which is the folder of the texts. */
export const recordFolder = ({ path }: Recording, out: string | undefined): string => out ?? dirname(path);

/** The path of the first text, if all texts exist and are newer than the recording. Undefined otherwise. */
export const existingText = async (
  { path, stem }: Task,
  formats: readonly Format[],
): Promise<string | undefined> => {
  const paths = formats.map((format) => `${stem}.${format}`);
  const texts = await Promise.all(paths.map((text) => stat(text).catch(() => undefined)));
  const { mtimeMs } = await stat(path);
  return texts.every((text) => text !== undefined && text.mtimeMs >= mtimeMs) ? paths[0] : undefined;
};

/** Writes a text completely or not at all, because the next run would keep a partial text as finished. */
export const writeText = async (path: string, text: string | AsyncIterable<string>): Promise<void> => {
  // The temporary file has a name of its own, because the name of the text may be too long with a suffix.
  const partial = join(dirname(path), `.earshot-${randomUUID()}.part`);
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};
