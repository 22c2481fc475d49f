import type { ByteReader } from './byte-reader.ts';
import { findChunk, isBigEndianWav } from './riff-chunks.ts';

/** The format of the samples that the header of a WAV file declares. */
type WavFormat = {
  readonly kind: 'integers' | 'floats' | 'logarithms' | 'others';
  readonly isBigEndian: boolean;
  /** Bits per sample in the file, including padding. */
  readonly bits: number;
  /** Bits per sample without padding. */
  readonly validBits: number;
  /** Whether the file has nothing between the samples. */
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

/** Parses the content of a `fmt ` chunk. Undefined if it is too short. */
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
 * The decoder for a WAV file whose samples are padded, as when recorders write 24 bits in 32. ffmpeg would compute the
 * distance between samples from the bits without padding. Undefined for other files.
 */
export const filledCodec = async (file: ByteReader, start: number): Promise<string | undefined> => {
  const format = await wavFormat(file, start);
  if (!format?.isPacked || format.validBits === 0 || format.validBits >= format.bits) return undefined;
  const { kind, bits, isBigEndian } = format;
  const isKnown = kind === 'integers' ? [16, 24, 32].includes(bits) : kind === 'floats' && bits === 32;
  return isKnown ? `pcm_${kind === 'integers' ? 's' : 'f'}${bits}${isBigEndian ? 'be' : 'le'}` : undefined;
};
