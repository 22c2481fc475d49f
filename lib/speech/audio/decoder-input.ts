import { open, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ByteSpan, readFileAt } from './byte-reader.ts';

const blockBytes = 1024 * 1024;

/** Bytes to leave out, and what to put there. */
export type ByteEdit = ByteSpan & { readonly instead?: Buffer };

/** Puts a file where the decoder reads it: a link to the file, or a copy with these edits, which are in order. */
export const placeInput = async (file: string, path: string, edits: readonly ByteEdit[]): Promise<void> => {
  if (edits.length === 0) return symlink(resolve(file), path);
  const copy = await open(path, 'wx');
  try {
    await readFileAt(file, async ({ size, at }) => {
      const starts = [0, ...edits.map(({ to }) => to)];
      for (const [nth, start] of starts.entries()) {
        const { from: end, instead } = edits[nth] ?? { from: size };
        for (let from = start; from < end; from += blockBytes)
          await copy.writeFile(await at(from, Math.min(blockBytes, end - from)));
        if (instead) await copy.writeFile(instead);
      }
    });
  } finally {
    await copy.close();
  }
};
