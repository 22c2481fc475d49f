import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on disk that belong to no object yet. `file` is a name in the folder for bytes, `md5` is in hex. */
export type Draft = { file: string; size: number; md5: string };

/** Streams `source` to a new file in flat memory. Nothing is left when it fails. */
export const writeDraft = async (bytesDir: string, source: AsyncIterable<Buffer>): Promise<Draft> => {
  const file = randomUUID();
  const md5 = createHash('md5');
  let size = 0;
  const measured = async function* () {
    for await (const chunk of source) {
      md5.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  try {
    // Its file is there before anything is read: what is still being opened can't be discarded.
    await writeFile(join(bytesDir, file), measured(), { flush: true });
  } catch (error) {
    await discard(bytesDir, file);
    throw error;
  }
  return { file, size, md5: md5.digest('hex') };
};

export const discard = (bytesDir: string, file: string): Promise<void> =>
  rm(join(bytesDir, file), { force: true });
