import { mkdir, mkdtemp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeOld } from '../remove-old.ts';

/**
 * Creates a folder beside `target`, so that its content can replace the target by an atomic rename. Removes folders that
 * earlier, killed builds left behind.
 */
export const workFolderBeside = async (target: string): Promise<string> => {
  const parent = dirname(target);
  const prefix = `.${basename(target)}-`;
  await mkdir(parent, { recursive: true });
  removeOld(parent, prefix);
  return mkdtemp(join(parent, prefix));
};
