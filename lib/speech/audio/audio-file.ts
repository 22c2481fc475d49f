import { open } from 'node:fs/promises';
import { byteReader, type ByteReader } from './byte-reader.ts';
import { type DeclaredLength, declaredLength } from './declared-length.ts';
import { floatGain } from './float-gain.ts';
import { type Demuxer, sniffAudio, sniffBytes, tagBytes } from './sniff.ts';
import { assertRate } from './declared-rate.ts';

/** What is known of a file without decoding it. */
export type AudioFile = {
  readonly demuxer: Demuxer;
  readonly declared: DeclaredLength;
  /** By how much to amplify its samples before they are reduced to 16 bits. */
  readonly gain: number;
};

/** Files may have several ID3v2 tags. The limit bounds the work on a hostile file. */
const maxTags = 8;

/** What the first bytes tell: the format, and where it begins after tags. */
export type AudioStart = { readonly demuxer: Demuxer; readonly start: number };

/** Opens a local file for `read`. Throws a `JobFailure` for a file that is not audio. */
export const readAudioFile = async <T>(
  path: string,
  read: (file: ByteReader, audioStart: AudioStart) => Promise<T>,
): Promise<T> => {
  const handle = await open(path);
  try {
    const file = await byteReader(handle);
    const start = await skipTags(file);
    const demuxer = sniffAudio(await file.at(start, sniffBytes), { isTagged: start > 0 });
    return await read(file, { demuxer, start });
  } finally {
    await handle.close();
  }
};

/** Throws a `JobFailure` for a file that is not audio or has too low a sample rate. */
export const inspectAudio = (path: string): Promise<AudioFile> =>
  readAudioFile(path, async (file, audioStart) => {
    await assertRate(file, audioStart);
    return {
      demuxer: audioStart.demuxer,
      declared: await declaredLength(file, audioStart),
      gain: await floatGain(file, audioStart),
    };
  });

const skipTags = async (file: ByteReader): Promise<number> => {
  let start = 0;
  for (let seen = 0; seen < maxTags; seen += 1) {
    const bytes = tagBytes(await file.at(start, 10));
    if (bytes === 0) break;
    start += bytes;
  }
  return start;
};
