import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** What a file of weights must be. Without a hash it is not fetched: native code parses it. */
const Locked = z.strictObject({ bytes: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const LockedFiles = z.record(z.string(), Locked);
export type LockedFiles = z.infer<typeof LockedFiles>;
const Lock = z.record(z.string(), LockedFiles);

const lockFile = join(import.meta.dirname, 'lock.json');

/** The files of a model's weights. Throws for a model whose files nobody has the hashes of. */
export const lockedFiles = async (model: string, file = lockFile): Promise<LockedFiles> => {
  const lock = Lock.parse(JSON.parse(await readFile(file, 'utf8')));
  const files = lock[model];
  if (files) return files;
  throw new Error(
    `${model} is not fetched, as the hashes of its files are not known here; those of ${Object.keys(lock).join(', ')} are. ` +
      `Bring its weights yourself: npm run models -- ${model} --from FOLDER`,
  );
};
