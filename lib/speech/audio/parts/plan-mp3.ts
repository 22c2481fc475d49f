import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxAudioMs } from '../limits.ts';
import { toSamples } from '../pcm.ts';
import { apeTagBytes, hasV1Tag, v1TagBytes } from '../mp3-tags.ts';
import { infoFrame } from '../xing.ts';
import { countParts, partEndMs, partStartMs } from './borders.ts';
import { walkFrames } from './mp3-frames.ts';
import type { Planned } from './plan.ts';

/** The delay of an MP3 decoder in samples. ffmpeg drops these in addition to the delay of the encoder. */
const decoderDelay = 529;

/** Whether only an APEv2 and an ID3v1 tag, or none, follow the last frame. */
const isWhole = async (file: ByteReader, end: number): Promise<boolean> => {
  const at = end + (await apeTagBytes(file, end));
  return at === file.size || (at + v1TagBytes === file.size && (await hasV1Tag(file, at)));
};

/**
 * Plans the parts of an MP3 file whose first frame is at `start`. A frame gives neither its own number nor the length of
 * the next one, so all headers are read. A slice begins with the frame of its first sample. That frame may need data of
 * earlier frames, less than half a second. This is missing only in the seconds in which the filters settle.
 */
export const planMp3 = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  const { first, at, end } = await walkFrames(file, start);
  if (!first || !(await isWhole(file, end))) return { serially: 'header' };
  const info = infoFrame(await file.at(start, 256));
  if (info === 'vbri') return { serially: 'header' };
  const frames = info ? at.slice(1) : at;
  // Without their number, ffmpeg may decode the first frame as audio.
  if (info && info.frames !== frames.length) return { serially: 'header' };

  const { rate, samples } = first;
  const skipped = info?.delay === undefined ? 0 : info.delay + decoderDelay;
  const padding = Math.max(0, (info?.padding ?? 0) - decoderDelay);
  const total = frames.length * samples - skipped - padding;
  const seconds = total / rate;
  if (seconds * 1000 > maxAudioMs) return { serially: 'header' };
  const parts = countParts(toSamples(Math.floor(1000 * seconds)), lengths);
  const sampleAt = (ms: number): number => skipped + (ms / 1000) * rate;
  const slices = Array.from({ length: parts }, (_, part) => {
    const isLast = part + 1 === parts;
    const begin = sampleAt(partStartMs(part));
    const frame = part === 0 ? 0 : Math.floor(begin / samples);
    const after = Math.ceil(sampleAt(partEndMs(part)) / samples);
    const skip = begin - frame * samples;
    return {
      from: frames[frame] ?? end,
      to: isLast ? end : (frames[after] ?? end),
      skip,
      ...(isLast && { end: (frames.length - frame) * samples - padding }),
    };
  });
  return { header: '', slices };
};
