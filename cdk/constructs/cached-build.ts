import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeOld } from '../remove-old.ts';

const repository = join(import.meta.dirname, '../..');

/**
 * The folder that `build` fills from `sources`, glob patterns of files in the repository. It is cached by a hash of these files
 * and of package-lock.json, so only the first synthesis after a change waits for the build.
 */
export const cachedBuild = (
  name: string,
  sources: readonly string[],
  build: (folder: string) => void,
): string => {
  const cache = join(repository, '.local', name);
  const folder = join(cache, fingerprint(sources));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(join(cache, 'building-'));
    build(fresh);
    replace(fresh, folder);
  }
  utimesSync(folder, new Date(), new Date());
  removeOld(cache);
  return folder;
};

const fingerprint = (sources: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...globSync(sources, { cwd: repository }).toSorted()]) {
    const path = join(repository, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 32);
};

const replace = (fresh: string, folder: string): void => {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process has made the same build at the same time.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
};
