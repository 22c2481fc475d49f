import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** No build takes this long. */
const leftoverMs = 60 * 60 * 1000;

/**
 * Creates a folder beside `target`, so that what is built in it takes the target's place by an atomic rename. Removes those that
 * earlier builds left behind when they were killed.
 */
export const workFolderBeside = async (target: string): Promise<string> => {
  const [parent, prefix] = [dirname(target), `.${basename(target)}-`];
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await removeLeftover(join(parent, name));
  return mkdtemp(join(parent, prefix));
};

const removeLeftover = async (folder: string): Promise<void> => {
  // Another build may remove its own at this moment.
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
  if (Date.now() - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true });
};
