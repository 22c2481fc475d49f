import { open, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readFileAt } from './byte-reader.ts';
import type { ByteSpan } from './mp3-tags.ts';

const blockBytes = 1024 * 1024;

/** Puts a file where the decoder reads it: a link to the file, or a copy without the bytes of `leftOut`. */
export const placeInput = async (file: string, path: string, leftOut: readonly ByteSpan[]): Promise<void> => {
  if (leftOut.length === 0) return symlink(resolve(file), path);
  const copy = await open(path, 'wx');
  try {
    await readFileAt(file, async ({ size, at }) => {
      const starts = [0, ...leftOut.map(({ to }) => to)];
      for (const [nth, start] of starts.entries()) {
        const end = leftOut[nth]?.from ?? size;
        for (let from = start; from < end; from += blockBytes)
          await copy.writeFile(await at(from, Math.min(blockBytes, end - from)));
      }
    });
  } finally {
    await copy.close();
  }
};
