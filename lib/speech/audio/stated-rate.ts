import { JobFailure } from '#lib/platform/errors.ts';
import type { ByteReader } from './byte-reader.ts';
import { findChunk, isBigWav } from './chunks.ts';
import { minSampleRate } from './limits.ts';
import type { Demuxer } from './sniff.ts';

type Place = { readonly demuxer: Demuxer; readonly start: number };

/**
 * Refuses a file whose header says that it has too few samples a second: nobody records speech like that, and a few bytes
 * would be hours. Only formats in which the rate may be any number are looked at; none, or 0, is for the decoder to judge.
 */
export const assertRate = async (file: ByteReader, place: Place): Promise<void> => {
  const rate = await statedRate(file, place);
  if (rate === undefined || rate <= 0 || rate >= minSampleRate) return;
  throw new JobFailure(
    'unsupported_audio_format',
    `The audio has ${Number(rate.toFixed(3))} samples a second; at least ${minSampleRate} are needed.`,
  );
};

const statedRate = async (file: ByteReader, { demuxer, start }: Place): Promise<number | undefined> => {
  if (demuxer === 'wav') return rateOfWav(file, start);
  if (demuxer === 'aiff') return rateOfAiff(file, start);
  return demuxer === 'flac' ? rateOfFlac(await file.at(start, 21)) : undefined;
};

const rateOfWav = async (file: ByteReader, start: number): Promise<number | undefined> => {
  const isBig = await isBigWav(file, start);
  const format = await findChunk(file, { start, id: 'fmt ', isBig });
  const bytes = format && (await file.at(format.at + 4, 4));
  if (bytes?.length !== 4) return undefined;
  return isBig ? bytes.readUInt32BE() : bytes.readUInt32LE();
};

/** It is a number of 80 bits: sign and exponent, then the digits with the one before the point. */
const rateOfAiff = async (file: ByteReader, start: number): Promise<number | undefined> => {
  const common = await findChunk(file, { start, id: 'COMM', isBig: true });
  const bytes = common && (await file.at(common.at + 8, 10));
  if (bytes?.length !== 10) return undefined;
  return Number(bytes.readBigUInt64BE(2)) * 2 ** (bytes.readInt16BE() - 16_383 - 63);
};

/** In the first block, which must be there, as 20 bits. */
const rateOfFlac = (head: Buffer): number | undefined =>
  head.length === 21 ? head.readUIntBE(18, 3) >> 4 : undefined;
