import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

export type Scratch = { dir: string; remove: () => void };

const prefix = 'earshot-stack-';
const lockName = 'lock';

/**
 * A fresh folder outside the project for what need not survive: synthesis, temporary files of functions, a stack kept
 * in memory. This process holds a lock in the folder for as long as it needs it. Folders whose lock nobody holds were
 * left by stacks that were killed, and are removed.
 */
export const makeScratch = (within = tmpdir()): Scratch => {
  for (const name of readdirSync(within)) if (name.startsWith(prefix)) removeLeftover(join(within, name));
  const { dir, unlock } = claimNew(within);
  const remove = () => {
    process.off('exit', remove);
    try {
      removeFolder(dir);
    } finally {
      unlock();
    }
  };
  process.on('exit', remove);
  return { dir, remove };
};

const claimNew = (within: string): { dir: string; unlock: () => void } => {
  const dir = join(within, prefix + randomBytes(8).toString('hex'));
  mkdirSync(dir, { mode: 0o700 });
  try {
    const unlock = lockFile(join(dir, lockName));
    if (unlock) return { dir, unlock };
  } catch (error) {
    if (existsSync(dir)) throw error;
  }
  // Before it was locked, another process that starts took the folder for a leftover.
  return claimNew(within);
};

const removeLeftover = (dir: string): void => {
  if (!isOurs(dir)) return;
  let unlock: (() => void) | undefined;
  try {
    unlock = lockFile(join(dir, lockName));
    if (!unlock) return;
    // Renamed first, so that nobody can lock a folder that is half removed.
    renameSync(dir, `${dir}.removed`);
    removeFolder(`${dir}.removed`);
  } catch {
    // Another process removes it at the same moment; or it cannot be removed, which must not keep a stack from starting.
  } finally {
    unlock?.();
  }
};

/** In a shared /tmp, the folder of another user is that user's to remove. */
const isOurs = (dir: string): boolean => {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.();
};

const removeFolder = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
