import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { type AdtsFrame, adtsFrame } from '../adts-frame.ts';
import { maxAudioMs } from '../limits.ts';
import { readAhead } from '../read-ahead.ts';
import { hasNoise } from './aac-noise.ts';
import type { Planned } from './plan.ts';
import { type Place, slicesAt } from './slice-places.ts';

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000];
const frameSamples = 1_024;
/** A slice may begin at every 43rd frame, about one a second. Only these frames are checked for noise. */
const framesPerPlace = 43;

type Frame = AdtsFrame & { readonly rate: number; readonly headBytes: number };

const maxHeadBytes = 9;
const maxFrameBytes = 0x2000;

/**
 * The header at the start of `bytes`. Undefined unless it is plain AAC. HE-AAC, which plays at twice the rate in its
 * header, is common at lower rates, and the header does not reveal it.
 */
const frameOf = (bytes: Buffer): Frame | undefined => {
  if (bytes.length < 7) return undefined;
  const frame = adtsFrame(bytes);
  const rate = rates[(bytes.readUInt8(2) >> 2) & 15];
  const isLowComplexity = bytes.readUInt8(2) >> 6 === 1;
  const headBytes = (bytes.readUInt8(1) & 1) === 1 ? 7 : maxHeadBytes;
  const hasOneBlock = (bytes.readUInt8(6) & 3) === 0;
  if (!frame || rate === undefined || !isLowComplexity || !hasOneBlock) return undefined;
  return frame.bytes > headBytes ? { ...frame, rate, headBytes } : undefined;
};

/** Plans the parts of an ADTS file whose first frame is at `start`. As in MP3, all frames must be read to locate them. */
export const planAdts = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  const places: Place[] = [];
  const { known, read } = readAhead(file);
  let first: Frame | undefined;
  let frames = 0;
  for (let at = start; at < file.size; frames += 1) {
    const bytes = known(at, maxFrameBytes) ?? (await read(at, maxFrameBytes));
    const frame = frameOf(bytes.subarray(0, maxHeadBytes));
    first ??= frame;
    const isNext = frame && frame.kind === first?.kind && at + frame.bytes <= file.size;
    if (!isNext || (1000 * frames * frameSamples) / frame.rate > maxAudioMs) return { serially: 'header' };
    if (frames % framesPerPlace === 0) {
      if (hasNoise(bytes.subarray(frame.headBytes, frame.bytes))) return { serially: 'noise' };
      places.push({ byte: at, sample: frames * frameSamples });
    }
    at += frame.bytes;
  }
  const extent = { rate: first?.rate ?? 1, samples: frames * frameSamples, bytes: file.size };
  return { header: '', slices: slicesAt(places, extent, lengths) };
};
