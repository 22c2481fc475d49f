import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on disk without an object yet. `file` is the name in the bytes folder, `md5` is hexadecimal. */
export type Draft = { readonly file: string; readonly size: number; readonly md5: string };

/** Streams `source` to a new file in constant memory. Leaves no file if it fails. */
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
    // writeFile creates the file before it reads, so a failure in the source always has a file to delete.
    await writeFile(join(bytesDir, file), measured(), { flush: true });
  } catch (error) {
    await discard(bytesDir, file);
    throw error;
  }
  return { file, size, md5: md5.digest('hex') };
};

export const discard = (bytesDir: string, file: string): Promise<void> =>
  rm(join(bytesDir, file), { force: true });
