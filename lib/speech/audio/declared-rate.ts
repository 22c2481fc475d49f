import { JobFailure } from '#lib/platform/errors.ts';
import type { ByteReader } from './byte-reader.ts';
import { flacStreamInfo, streamInfoBytes } from './flac-stream-info.ts';
import { findChunk, isBigEndianWav } from './riff-chunks.ts';
import { minSampleRate } from './limits.ts';
import type { AudioStart } from './sniff.ts';

/**
 * Throws for a file whose header declares too low a sample rate, at which a few bytes would be hours of audio. Checks
 * only formats that allow any rate. The decoder handles a missing or zero rate.
 */
export const assertRate = async (file: ByteReader, audioStart: AudioStart): Promise<void> => {
  const rate = await declaredRate(file, audioStart);
  if (rate === undefined || rate <= 0 || rate >= minSampleRate) return;
  throw new JobFailure(
    'unsupported_audio_format',
    `The audio has ${Number(rate.toFixed(3))} samples a second; at least ${minSampleRate} are needed.`,
  );
};

const declaredRate = async (
  file: ByteReader,
  { demuxer, start }: AudioStart,
): Promise<number | undefined> => {
  if (demuxer === 'wav') return rateOfWav(file, start);
  if (demuxer === 'aiff') return rateOfAiff(file, start);
  return demuxer === 'flac' ? flacStreamInfo(await file.at(start, streamInfoBytes))?.rate : undefined;
};

const rateOfWav = async (file: ByteReader, start: number): Promise<number | undefined> => {
  const isBigEndian = await isBigEndianWav(file, start);
  const format = await findChunk(file, { start, id: 'fmt ', isBigEndian });
  const bytes = format && (await file.at(format.at + 4, 4));
  if (bytes?.length !== 4) return undefined;
  return isBigEndian ? bytes.readUInt32BE() : bytes.readUInt32LE();
};

/** The rate is an 80-bit extended float: sign and exponent, then the mantissa with its explicit leading bit. */
const rateOfAiff = async (file: ByteReader, start: number): Promise<number | undefined> => {
  const common = await findChunk(file, { start, id: 'COMM', isBigEndian: true });
  const bytes = common && (await file.at(common.at + 8, 10));
  if (bytes?.length !== 10) return undefined;
  return Number(bytes.readBigUInt64BE(2)) * 2 ** (bytes.readInt16BE() - 16_383 - 63);
};
