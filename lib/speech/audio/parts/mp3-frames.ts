import type { ByteReader } from '../byte-reader.ts';
import { encoderPaddingMs, maxAudioMs } from '../limits.ts';
import { type Mp3Frame, mp3Frame } from '../mp3-frame.ts';
import { readAhead } from '../read-ahead.ts';

/** The first block is small because joined files may be short. */
const firstBlockBytes = 64 * 1024;
const headerBytes = 4;

/** Whether these are more frames than a file may have. A hostile file could have twenty million. */
const isTooMany = (count: number, { samples, rate }: Mp3Frame): boolean =>
  (count * samples) / rate > (maxAudioMs + encoderPaddingMs) / 1000;

/**
 * The positions of consecutive frames from `start` on. They end where something else follows, or where they are longer
 * than a file may be; `end` is the position after them. Five hours have 690,000 frames.
 */
export const walkFrames = async (
  file: ByteReader,
  start: number,
): Promise<{
  readonly first: Mp3Frame | undefined;
  readonly at: readonly number[];
  readonly end: number;
}> => {
  const at: number[] = [];
  let first: Mp3Frame | undefined;
  const { known, read } = readAhead(file, firstBlockBytes);
  let position = start;
  for (;;) {
    const header = known(position, headerBytes) ?? (await read(position, headerBytes));
    const frame = header.length < headerBytes ? undefined : mp3Frame(header.readUInt32BE());
    first ??= frame;
    if (
      !frame ||
      frame.kind !== first?.kind ||
      position + frame.bytes > file.size ||
      isTooMany(at.length, frame)
    )
      break;
    at.push(position);
    position += frame.bytes;
  }
  return { first, at, end: position };
};
