import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** No build takes this long, and no process reads a cached folder this long after it requested the folder. */
const usedMs = 60 * 60 * 1000;

/** Removes the unused entries of a folder whose names begin with `prefix`. */
export const removeOld = (folder: string, prefix = ''): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // Another process may have just removed the entry.
    const stat = name.startsWith(prefix) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (stat && Date.now() - stat.mtimeMs > usedMs) rmSync(path, { recursive: true, force: true });
  }
};
