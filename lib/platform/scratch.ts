import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'earshot-scratch-';

/** Creates a temporary folder, which the caller must remove. Its name contains the id of the process. */
export const makeScratch = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

export const removeScratch = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Runs `use` with a temporary folder, and removes the folder at the end. */
export const withScratch = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await makeScratch();
  try {
    return await use(folder);
  } finally {
    await removeScratch(folder);
  }
};

const isRunning = (pid: number): boolean => {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Whether the folder of this name belongs to a process that has ended. An earlier process may have had the same number as
 * this one.
 */
const isLeft = (name: string): boolean => {
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  return pid === process.pid || !isRunning(pid);
};

/** Removes the folders of processes that have ended. Lambda keeps the files of a killed invocation. */
export const clearScratch = async (): Promise<void> => {
  const names = await readdir(tmpdir());
  const left = names.filter((name) => name.startsWith(prefix) && isLeft(name));
  await Promise.all(left.map((name) => removeScratch(join(tmpdir(), name))));
};
