import { execFileSync } from 'node:child_process';
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
} from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const kept = join(repository, '.local/console');

/**
 * The folder with the page as Vite builds it. Kept by the hash of what it is made of, so that only the first start
 * after a change takes the second that building takes.
 */
export const builtPage = (): string => {
  const folder = join(kept, fingerprint());
  if (existsSync(folder)) return folder;
  mkdirSync(kept, { recursive: true });
  const built = mkdtempSync(join(kept, 'building-'));
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', 'console', '--outDir', built, '--logLevel', 'warn'], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    renameSync(built, folder);
  } catch (error) {
    // Another process has built the same at the same time.
    if (!existsSync(folder)) throw error;
    rmSync(built, { recursive: true });
  }
  return folder;
};

/** Of the sources and of the versions of all packages. */
const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...globSync('console/**', { cwd: repository }).toSorted()]) {
    const path = join(repository, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 32);
};
