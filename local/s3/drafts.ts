import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Bytes on disk that are no object yet. `md5` in hex. */
export type Draft = { path: string; size: number; md5: string };

/** Streams `source` to a new file in `dir`, in flat memory. Nothing is left when it fails. */
export const writeDraft = async (dir: string, source: AsyncIterable<Buffer>): Promise<Draft> => {
  const path = join(dir, randomUUID());
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
    await pipeline(measured, createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, size, md5: md5.digest('hex') };
};

export const discard = (draft: Draft): Promise<void> => rm(draft.path, { force: true });
