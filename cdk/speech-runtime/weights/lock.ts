import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** The expected content of a file. Files without a hash are not downloaded, because native code parses them. */
const Locked = z.strictObject({ bytes: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const LockedFiles = z.record(z.string(), Locked);
export type LockedFiles = z.infer<typeof LockedFiles>;
const Lock = z.record(z.string(), LockedFiles);

const lockFile = join(import.meta.dirname, 'lock.json');

/** The files of a model's weights. Throws if the lock file has no hashes for the model. */
export const lockedFiles = async (model: string, file = lockFile): Promise<LockedFiles> => {
  const lock = Lock.parse(JSON.parse(await readFile(file, 'utf8')));
  const files = lock[model];
  if (files) return files;
  throw new Error(
    `The weights of ${model} cannot be downloaded, because lock.json has no hashes for them. It has hashes for ` +
      `${Object.keys(lock).join(', ')}. To use weights that you have, run: npm run models -- ${model} --from FOLDER`,
  );
};
