import { mkdir, mkdtemp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeOld } from '../remove-old.ts';

/**
 * Creates a folder beside `target`, so that what is built in it takes the target's place by an atomic rename. Removes those that
 * earlier builds left behind when they were killed.
 */
export const workFolderBeside = async (target: string): Promise<string> => {
  const [parent, prefix] = [dirname(target), `.${basename(target)}-`];
  await mkdir(parent, { recursive: true });
  removeOld(parent, prefix);
  return mkdtemp(join(parent, prefix));
};
