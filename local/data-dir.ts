import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';
import { writePrivateText } from './write-private.ts';

/** The secret from which a stack's keys are derived, and a function that unlocks the folder. */
export type DataDir = { readonly secret: string; readonly unlock: () => void };

/** Locks the folder and reads its secret. Without a folder the secret is new. Throws if another process uses the folder. */
export const openDataDir = (dir: string | undefined): DataDir => {
  if (dir === undefined) return { secret: newSecret(), unlock: () => {} };
  make(dir);
  const unlock = lock(dir);
  const secretFile = join(dir, 'secret');
  if (!existsSync(secretFile)) writePrivateText(secretFile, newSecret());
  return { secret: readFileSync(secretFile, 'utf8'), unlock };
};

const make = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The data folder ${dir} cannot be used. Choose another --data-dir. (${String(cause)})`, {
      cause,
    });
  }
};

const newSecret = (): string => randomBytes(32).toString('hex');

const lock = (dir: string): (() => void) => {
  const pidFile = join(dir, 'pid');
  const unlock = lockFile(join(dir, 'lock'));
  if (!unlock) {
    const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 'unknown';
    throw new Error(`${dir} is in use by process ${pid}. Stop it, or choose another --data-dir.`);
  }
  writeFileSync(pidFile, String(process.pid));
  return unlock;
};
