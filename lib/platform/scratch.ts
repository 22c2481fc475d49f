import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'earshot-scratch-';
/** Creates a temporary folder, which the caller removes. */
export const makeScratch = (): Promise<string> => mkdtemp(join(tmpdir(), prefix));

export const removeScratch = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Runs `use` with a temporary folder, which is removed in the end. */
export const withScratch = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await makeScratch();
  try {
    return await use(folder);
  } finally {
    await removeScratch(folder);
  }
};

/** Removes the folders of earlier processes. Lambda keeps the files of a killed invocation. */
export const clearScratch = async (): Promise<void> => {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map((name) => removeScratch(join(tmpdir(), name))));
};
