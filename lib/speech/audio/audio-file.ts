import { open } from 'node:fs/promises';
import { byteReader, type ByteReader } from './byte-reader.ts';
import { type Promised, promisedLength } from './promised-length.ts';
import { type Demuxer, sniffAudio, sniffBytes, tagBytes } from './sniff.ts';
import { assertRate } from './stated-rate.ts';

/** What the bytes of a file tell without decoding it. */
export type AudioFile = { readonly demuxer: Demuxer; readonly promised: Promised };

/** There may be more than one; a hostile file has thousands. */
const maxTags = 8;

/** Throws a `JobFailure` for what is no audio, or has too few samples a second. */
export const inspectAudio = async (path: string): Promise<AudioFile> => {
  const handle = await open(path);
  try {
    const file = await byteReader(handle);
    const start = await skipTags(file);
    const demuxer = sniffAudio(await file.at(start, sniffBytes), { isTagged: start > 0 });
    await assertRate(file, { demuxer, start });
    return { demuxer, promised: await promisedLength(file, { demuxer, start }) };
  } finally {
    await handle.close();
  }
};

const skipTags = async (file: ByteReader): Promise<number> => {
  let start = 0;
  for (let seen = 0; seen < maxTags; seen += 1) {
    const bytes = tagBytes(await file.at(start, 10));
    if (bytes === 0) break;
    start += bytes;
  }
  return start;
};
