import type { ByteReader } from './byte-reader.ts';
import { findChunk, isBigEndianWav } from './riff-chunks.ts';

/** What the header of a WAV file says of its samples. */
type WavFormat = {
  readonly kind: 'integers' | 'floats' | 'logarithms' | 'others';
  readonly isBigEndian: boolean;
  /** Of a sample with what fills it up. */
  readonly bits: number;
  /** Of a sample without. */
  readonly validBits: number;
  /** Whether nothing but the samples is in the file. */
  readonly isPacked: boolean;
};

/** A-law and mu-law are logarithms. */
const kinds: Readonly<Record<number, WavFormat['kind']>> = {
  1: 'integers',
  3: 'floats',
  6: 'logarithms',
  7: 'logarithms',
};
const extensible = 0xfffe;
const minBytes = 16;
const extensibleBytes = 26;

/** What the content of a `fmt ` chunk says. Undefined if it is too short. */
export const parseWavFormat = (header: Buffer, isBigEndian: boolean): WavFormat | undefined => {
  if (header.length < minBytes) return undefined;
  const read = (at: number): number => (isBigEndian ? header.readUInt16BE(at) : header.readUInt16LE(at));
  const isExtensible = read(0) === extensible && header.length >= extensibleBytes;
  const bits = read(14);
  return {
    kind: kinds[read(isExtensible ? 24 : 0)] ?? 'others',
    isBigEndian,
    bits,
    validBits: isExtensible ? read(18) : bits,
    isPacked: read(12) === (read(2) * bits) / 8,
  };
};

/** Reads the header of the WAV file that begins at `start`. Undefined if it has none. */
export const wavFormat = async (file: ByteReader, start: number): Promise<WavFormat | undefined> => {
  const isBigEndian = await isBigEndianWav(file, start);
  const chunk = await findChunk(file, { start, id: 'fmt ', isBigEndian });
  const header = chunk && (await file.at(chunk.at, Math.min(chunk.bytes, extensibleBytes)));
  return header && parseWavFormat(header, isBigEndian);
};

/**
 * The decoder of a WAV file whose samples are filled up, as recorders write 24 bits in 32: ffmpeg takes the bits without what
 * fills them for the distance of the samples. Undefined for others.
 */
export const filledCodec = async (file: ByteReader, start: number): Promise<string | undefined> => {
  const format = await wavFormat(file, start);
  if (!format?.isPacked || format.validBits === 0 || format.validBits >= format.bits) return undefined;
  const { kind, bits, isBigEndian } = format;
  const isKnown = kind === 'integers' ? [16, 24, 32].includes(bits) : kind === 'floats' && bits === 32;
  return isKnown ? `pcm_${kind === 'integers' ? 's' : 'f'}${bits}${isBigEndian ? 'be' : 'le'}` : undefined;
};
