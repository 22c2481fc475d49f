import type { ByteReader } from './byte-reader.ts';
import type { DeclaredLength } from './declared.ts';
import { findBytes } from './find-bytes.ts';
import { type FlacStreamInfo, flacStreamInfo, streamInfoBytes } from './flac-stream-info.ts';

/** The name of the format, and the head of a STREAMINFO that is not the last block. */
const fileMark = Buffer.from('fLaC\0\0\0\x22', 'latin1');

/** Five hours of recordings of two seconds are 9,000 files. The limit bounds the work on a hostile file. */
const maxFiles = 10_000;

/**
 * Whether the decoder follows from one file to the next. It goes by the header of the first file, and by how much the
 * headers of frames differ from those before.
 */
const isFollowed = (first: FlacStreamInfo, last: FlacStreamInfo, next: FlacStreamInfo): boolean =>
  next.bits === first.bits &&
  next.maxFrameSamples <= first.maxFrameSamples &&
  (next.rate === last.rate || next.channels === last.channels);

/** The length that joined FLAC files declare together, the first of which begins at `start`. */
export const declaredByFlac = async (file: ByteReader, start: number): Promise<DeclaredLength> => {
  const first = flacStreamInfo(await file.at(start, streamInfoBytes));
  let last = first;
  let seconds = 0;
  for (let at = start, seen = 0; at < file.size && seen < maxFiles; seen += 1) {
    const next = flacStreamInfo(await file.at(at, streamInfoBytes));
    if (!first || !last || !next) break;
    if (!isFollowed(first, last, next)) return { fault: 'joined' };
    seconds += next.rate === 0 ? 0 : next.samples / next.rate;
    last = next;
    at = await findBytes(file, fileMark, at + fileMark.length);
  }
  return seconds === 0 ? {} : { seconds };
};
