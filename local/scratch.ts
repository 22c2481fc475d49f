import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

export type Scratch = { readonly dir: string; readonly remove: () => void };

const prefix = 'earshot-stack-';
const lockName = 'lock';

/**
 * Creates a temporary folder outside the project, for synthesis, for functions and for stacks in memory. This process locks the
 * folder while it uses it. Unlocked folders belong to stacks that were killed, and are removed.
 */
export const makeScratch = (within = tmpdir()): Scratch => {
  if (!existsSync(within))
    throw new Error(
      `The folder for temporary files, ${within}, does not exist. Set TMPDIR to one that does.`,
    );
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

const claimNew = (within: string): { readonly dir: string; readonly unlock: () => void } => {
  const dir = join(within, prefix + randomBytes(8).toString('hex'));
  mkdirSync(dir, { mode: 0o700 });
  try {
    const unlock = lockFile(join(dir, lockName));
    if (unlock) return { dir, unlock };
  } catch (error) {
    if (existsSync(dir)) throw error;
  }
  // Another starting process removed the folder before this process locked it.
  return claimNew(within);
};

const removeLeftover = (dir: string): void => {
  if (!isOurs(dir)) return;
  let unlock: (() => void) | undefined;
  try {
    unlock = lockFile(join(dir, lockName));
    if (!unlock) return;
    // Renamed first, so that no process locks a partly removed folder.
    renameSync(dir, `${dir}.removed`);
    removeFolder(`${dir}.removed`);
  } catch {
    // Another process may be removing it. A folder that cannot be removed must not prevent a start.
  } finally {
    unlock?.();
  }
};

/** A shared /tmp may contain folders of other users, which only those users may remove. */
const isOurs = (dir: string): boolean => {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === process.getuid?.();
};

const removeFolder = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
