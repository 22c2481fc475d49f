import { type ByteReader, readFileAt } from './byte-reader.ts';
import { type DeclaredLength, declaredLength } from './declared-length.ts';
import { floatGain } from './float-gain.ts';
import { type ByteSpan, tagsAmongFrames } from './mp3-tags.ts';
import { type AudioStart, type Demuxer, sniffAudio, sniffBytes, tagBytes } from './sniff.ts';
import { assertRate } from './declared-rate.ts';

/** What is known of a file without decoding it. */
export type AudioFile = {
  readonly demuxer: Demuxer;
  readonly declared: DeclaredLength;
  /** By how much to amplify its samples before they are reduced to 16 bits. */
  readonly gain: number;
  /** What the decoder must not read, in order: it takes pictures in tags for damaged sound. */
  readonly leftOut: readonly ByteSpan[];
};

/** Files may have several ID3v2 tags. The limit bounds the work on a hostile file. */
const maxTags = 8;

/** Throws a `JobFailure` for a file that is not audio. */
export const findAudio = async (file: ByteReader): Promise<AudioStart> => {
  const start = await skipTags(file);
  return { demuxer: sniffAudio(await file.at(start, sniffBytes), { isTagged: start > 0 }), start };
};

/** Reads a local file. Throws a `JobFailure` for one that is not audio or has too low a sample rate. */
export const inspectAudio = (path: string): Promise<AudioFile> =>
  readFileAt(path, async (file) => {
    const audioStart = await findAudio(file);
    await assertRate(file, audioStart);
    return {
      demuxer: audioStart.demuxer,
      declared: await declaredLength(file, audioStart),
      gain: await floatGain(file, audioStart),
      leftOut: audioStart.demuxer === 'mp3' ? await tagsAmongFrames(file, audioStart.start) : [],
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
