import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
/** Nobody reads a folder for as long after it was last asked for. */
const keptMs = 60 * 60 * 1000;

/**
 * The folder that `build` fills from `sources`, glob patterns of files in the repository. It is kept by the hash of them and
 * of the versions of all packages, so that only the first synthesis after a change takes the seconds that building takes.
 */
export const cachedBuild = (
  name: string,
  sources: readonly string[],
  build: (folder: string) => void,
): string => {
  const kept = join(repository, '.local', name);
  const folder = join(kept, fingerprint(sources));
  if (!existsSync(folder)) {
    mkdirSync(kept, { recursive: true });
    const fresh = mkdtempSync(join(kept, 'building-'));
    build(fresh);
    replace(fresh, folder);
  }
  utimesSync(folder, new Date(), new Date());
  removeOld(kept);
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
    // Another process has built the same at the same time.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
};

const removeOld = (kept: string): void => {
  for (const name of readdirSync(kept)) {
    const path = join(kept, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
};
