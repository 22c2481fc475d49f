import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'earshot-scratch-';
/** A new folder for as long as one piece of work takes; whoever makes it removes it. */
export const makeScratch = (): Promise<string> => mkdtemp(join(tmpdir(), prefix));

export const removeScratch = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A folder of one's own that is gone after `use`, however that ends. */
export const withScratch = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await makeScratch();
  try {
    return await use(folder);
  } finally {
    await removeScratch(folder);
  }
};

/** For the start of a process that has the disk to itself: Lambda keeps what an invocation that was killed left there. */
export const clearScratch = async (): Promise<void> => {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map((name) => removeScratch(join(tmpdir(), name))));
};
