import type { ByteReader } from './byte-reader.ts';
import { samplesEnd } from './declared-length.ts';
import { findChunk, isBigEndianWav } from './riff-chunks.ts';
import type { AudioStart } from './sniff.ts';

const floatFormat = 3;
const extensible = 0xfffe;
const blockBytes = 1024 * 1024;

/** Below this peak 16 bits have too few steps left for speech. Above 1 they are clipped. */
const minPeak = 0.01;
const targetPeak = 0.5;
/** Amplifies -86 dBFS to the target, and less than that is noise. */
const maxGain = 10_000;
/** More than any recorder writes, also of 16 bits as floats. A damaged sample and the letters of most tags are far above. */
const maxSample = 2 ** 16;

/** Samples from byte `at` up to byte `end`. */
type Floats = {
  readonly at: number;
  readonly end: number;
  readonly isDouble: boolean;
  readonly isBigEndian: boolean;
};

/** The float samples of a WAV file; undefined for other samples. */
const findFloats = async (file: ByteReader, start: number): Promise<Floats | undefined> => {
  const isBigEndian = await isBigEndianWav(file, start);
  const format = await findChunk(file, { start, id: 'fmt ', isBigEndian });
  const header = format && (await file.at(format.at, Math.min(format.bytes, 26)));
  if (!header || header.length < 16) return undefined;
  const read = (offset: number): number =>
    offset + 2 > header.length ? 0 : isBigEndian ? header.readUInt16BE(offset) : header.readUInt16LE(offset);
  const code = read(0) === extensible ? read(24) : read(0);
  const bits = read(14);
  const data = await findChunk(file, { start, id: 'data', isBigEndian });
  if (code !== floatFormat || !data || (bits !== 32 && bits !== 64)) return undefined;
  const end = await samplesEnd(file, { start, data, isBigEndian });
  return { at: data.at, end, isDouble: bits === 64, isBigEndian };
};

const peakOf = async (file: ByteReader, { at, end, isDouble, isBigEndian }: Floats): Promise<number> => {
  const step = isDouble ? 8 : 4;
  let peak = 0;
  for (let from = at; from < end; from += blockBytes) {
    const block = await file.at(from, Math.min(blockBytes, end - from));
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let i = 0; i + step <= block.length; i += step) {
      const value = Math.abs(isDouble ? view.getFloat64(i, !isBigEndian) : view.getFloat32(i, !isBigEndian));
      if (value > peak && value < maxSample) peak = value;
    }
  }
  return peak;
};

/** The gain that lets the float samples of a WAV file keep in 16 bits what they hold: 1 unless they are very quiet or clip. */
export const floatGain = async (file: ByteReader, { demuxer, start }: AudioStart): Promise<number> => {
  const floats = demuxer === 'wav' ? await findFloats(file, start) : undefined;
  const peak = floats ? await peakOf(file, floats) : 1;
  return peak > 0 && (peak < minPeak || peak > 1) ? Math.min(maxGain, targetPeak / peak) : 1;
};
