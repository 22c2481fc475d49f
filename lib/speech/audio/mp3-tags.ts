import type { ByteReader, ByteSpan } from './byte-reader.ts';
import { walkFrames } from './parts/mp3-frames.ts';
import { tagBytes } from './sniff.ts';

export const v1TagBytes = 128;
const apeHeadBytes = 32;
/** Longer than any song's lyrics. */
const maxLyricsBytes = 32 * 1024;
const lyricsEnds = ['LYRICS200', 'LYRICSEND'];

/** Whether an ID3v1 tag begins here. */
export const hasV1Tag = async (file: ByteReader, at: number): Promise<boolean> =>
  (await file.at(at, 3)).toString('latin1') === 'TAG';

/** The length in bytes of the APEv2 tag that begins here, 0 for none. */
export const apeTagBytes = async (file: ByteReader, at: number): Promise<number> => {
  const head = await file.at(at, apeHeadBytes);
  const isApe = head.length === apeHeadBytes && head.toString('latin1', 0, 8) === 'APETAGEX';
  return isApe ? apeHeadBytes + head.readUInt32LE(12) : 0;
};

const lyricsBytes = async (file: ByteReader, at: number): Promise<number> => {
  if ((await file.at(at, 11)).toString('latin1') !== 'LYRICSBEGIN') return 0;
  const text = await file.at(at, maxLyricsBytes);
  const ends = lyricsEnds.map((mark) => ({ from: text.indexOf(mark), bytes: mark.length }));
  const found = ends.filter(({ from }) => from !== -1).map(({ from, bytes }) => from + bytes);
  return found.length === 0 ? 0 : Math.min(...found);
};

const anyTagBytes = async (file: ByteReader, at: number): Promise<number> =>
  tagBytes(await file.at(at, 10)) ||
  (await apeTagBytes(file, at)) ||
  (await lyricsBytes(file, at)) ||
  ((await hasV1Tag(file, at)) ? v1TagBytes : 0);

/** Enough for the tags after one file and before the next. The limit bounds the work on a hostile file. */
const maxTags = 8;

/** The end of the tags that begin at `from`. A truncated tag does not count. */
const afterTags = async (file: ByteReader, from: number): Promise<number> => {
  let to = from;
  for (let seen = 0; seen < maxTags; seen += 1) {
    const bytes = await anyTagBytes(file, to);
    if (bytes === 0 || to + bytes > file.size) break;
    to += bytes;
  }
  return to;
};

/** Five hours of recordings of two seconds are 9,000 files. The limit bounds the work on a hostile file. */
const maxJoins = 10_000;
/**
 * A tag up to this length has no picture. It may stay at the end of a file, because the decoder takes at most one packet of it
 * for sound.
 */
const shortBytes = 4_096;

/**
 * The tags between the frames of an MP3 file whose first frame is at `start`, and long tags after the last frame. Joined
 * files keep their tags. The search ends where anything other than tags is between the frames.
 */
export const tagsAmongFrames = async (file: ByteReader, start: number): Promise<readonly ByteSpan[]> => {
  const found: ByteSpan[] = [];
  let frames = await walkFrames(file, start);
  while (frames.at.length > 0 && found.length < maxJoins) {
    const from = frames.end;
    const to = await afterTags(file, from);
    if (to === from) break;
    frames = await walkFrames(file, to);
    const isLongEnd = to === file.size && to - from > shortBytes;
    if (frames.at.length > 0 || isLongEnd) found.push({ from, to });
  }
  return found;
};
