import type { ByteReader } from './byte-reader.ts';
import { samplesSpan } from './declared-length.ts';
import type { AudioStart } from './sniff.ts';
import { wavFormat } from './wav-format.ts';

const blockBytes = 1024 * 1024;

/** Below this peak, 16 bits leave too few steps for speech. Above 1, samples are clipped. */
const minPeak = 0.01;
const targetPeak = 0.5;
/** This gain raises -86 dBFS to the target. Anything quieter is noise. */
const maxGain = 10_000;
/**
 * Above the samples of any recorder, including those that write 16-bit integers as floats. Damaged samples and the text
 * of most tags, read as floats, are far above.
 */
const maxSample = 2 ** 16;

/** The samples from byte `at` up to byte `end`. */
type Floats = {
  readonly at: number;
  readonly end: number;
  readonly isDouble: boolean;
  readonly isBigEndian: boolean;
};

/** The float samples of a WAV file; undefined for other samples. */
const findFloats = async (file: ByteReader, start: number): Promise<Floats | undefined> => {
  const format = await wavFormat(file, start);
  if (format?.kind !== 'floats' || (format.bits !== 32 && format.bits !== 64)) return undefined;
  const { isBigEndian, bits } = format;
  const samples = await samplesSpan(file, start);
  return samples && { at: samples.from, end: samples.to, isDouble: bits === 64, isBigEndian };
};

/** The loudest samples are clicks or damage and may clip: a gain that fits them would silence the speech. */
const maxClicks = 100;
const maxClickShare = 0.01;

/**
 * Counts numbers by the upper 16 bits of their absolute value as a 32-bit float. These bits sort like the numbers, in
 * steps of 1 %.
 */
const floatCounter = () => {
  const counts = new Uint32Array(2 ** 15);
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  let total = 0;
  return {
    add: (value: number): void => {
      float[0] = value;
      const rank = (bits[0] ?? 0) >>> 16;
      counts[rank] = (counts[rank] ?? 0) + 1;
      total += 1;
    },
    /** The largest number, except for a few outliers. */
    peak: (): number => {
      let left = Math.min(maxClicks, maxClickShare * total);
      bits[0] = counts.findLastIndex((count) => (left -= count) < 0) << 16;
      return total === 0 ? 0 : (float[0] ?? 0);
    },
  };
};

const peakOf = async (file: ByteReader, { at, end, isDouble, isBigEndian }: Floats): Promise<number> => {
  const step = isDouble ? 8 : 4;
  const counter = floatCounter();
  for (let from = at; from < end; from += blockBytes) {
    const block = await file.at(from, Math.min(blockBytes, end - from));
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let i = 0; i + step <= block.length; i += step) {
      const value = Math.abs(isDouble ? view.getFloat64(i, !isBigEndian) : view.getFloat32(i, !isBigEndian));
      if (value < maxSample) counter.add(value);
    }
  }
  return counter.peak();
};

/** The gain at which the float samples of a WAV file fit into 16 bits. It is 1 unless they are very quiet or would clip. */
export const floatGain = async (file: ByteReader, { demuxer, start }: AudioStart): Promise<number> => {
  const floats = demuxer === 'wav' ? await findFloats(file, start) : undefined;
  const peak = floats ? await peakOf(file, floats) : 1;
  return peak > 0 && (peak < minPeak || peak > 1) ? Math.min(maxGain, targetPeak / peak) : 1;
};
