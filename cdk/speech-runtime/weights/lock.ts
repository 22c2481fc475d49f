import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The hashes that the published weights of a model must have, regardless of their source. */
const Locked = z.strictObject({
  /** The digest of all numbers: see `digestOf`. */
  weights: sha256,
  /** The SHA-256 of `tokenizer.json`. The hub and the packages have different texts of it. */
  tokenizers: z.array(sha256).min(1),
  /** The pip requirements of packages with the weights. */
  packages: z.array(z.string().regex(/^[\w-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}$/)),
});
export type Locked = z.infer<typeof Locked>;
const Lock = z.record(z.string(), Locked);

const lockFile = join(import.meta.dirname, 'lock.json');

/** The hashes of a model's weights. Throws if the lock file has none for the model. */
export const lockOf = async (model: string, file = lockFile): Promise<Locked> => {
  const lock = Lock.parse(JSON.parse(await readFile(file, 'utf8')));
  const found = lock[model];
  if (found) return found;
  throw new Error(
    `The weights of ${model} cannot be downloaded, because lock.json has no hashes for them. It has hashes for ` +
      `${Object.keys(lock).join(', ')}. To use weights that you have, run: npm run models -- ${model} --from FOLDER`,
  );
};
