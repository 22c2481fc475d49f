import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeOld } from '../remove-old.ts';

/**
 * Fills a new folder, then puts it in the place of `target`, which therefore never has incomplete content. `fill` may use
 * `scratch` for other files. Removes what earlier, killed builds left behind.
 */
export const replaceFolder = async <T>(
  target: string,
  fill: (fresh: string, scratch: string) => Promise<T>,
): Promise<T> => {
  const work = await workFolderBeside(target);
  try {
    // The work folder is private. The new one has the usual permissions.
    const fresh = join(work, 'fresh');
    await mkdir(fresh);
    const result = await fill(fresh, work);
    await rename(target, join(work, 'replaced')).catch(ignoreAbsence);
    await rename(fresh, target);
    return result;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** A new folder on the file system of `target`, so that its content can be moved there by a rename. */
const workFolderBeside = async (target: string): Promise<string> => {
  const parent = dirname(target);
  const prefix = `.${basename(target)}-`;
  await mkdir(parent, { recursive: true });
  removeOld(parent, prefix);
  return mkdtemp(join(parent, prefix));
};

/** Answers a file operation that found no file by undefined. */
export const ignoreAbsence = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};
