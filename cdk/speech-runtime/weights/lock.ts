import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * What each file of the weights must be. Some hashes are published; the others are recorded when the file is fetched for
 * the first time, by its pinned revision and size, and hold from then on.
 */
const Locked = z.object({ bytes: z.number(), sha256: z.string().optional() });
const LockedFiles = z.record(z.string(), Locked);
export type LockedFiles = z.infer<typeof LockedFiles>;
const Lock = z.record(z.string(), LockedFiles);

const lockFile = join(import.meta.dirname, 'lock.json');

const readLock = async (file: string): Promise<z.infer<typeof Lock>> =>
  Lock.parse(JSON.parse(await readFile(file, 'utf8')));

/** The files of a model's weights. */
export async function lockedFiles(model: string, file = lockFile): Promise<LockedFiles> {
  const files = (await readLock(file))[model];
  if (!files) throw new Error(`${file} knows no weights of ${model}.`);
  return files;
}

/** Writes down what was fetched. Returns whether that was news. */
export async function recordFiles(model: string, files: LockedFiles, file = lockFile): Promise<boolean> {
  const lock = await readLock(file);
  if (JSON.stringify(lock[model]) === JSON.stringify(files)) return false;
  await writeFile(file, `${JSON.stringify({ ...lock, [model]: files }, null, 2)}\n`);
  return true;
}
