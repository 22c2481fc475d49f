import { isPlainAac } from './aac-noise.ts';
import { boxesIn, boxAt } from './mov-boxes.ts';

/** Reads a descriptor of ISO/IEC 14496-1: a tag of one byte, the length in groups of seven bits, the content. */
const descriptor = (bytes: Buffer, tag: number): Buffer | undefined => {
  if (bytes[0] !== tag) return undefined;
  let at = 1;
  let length = 0;
  for (let more = true; more && at < 5; at += 1) {
    length = length * 128 + ((bytes[at] ?? 0) & 0x7f);
    more = (bytes[at] ?? 0) >= 0x80;
  }
  return bytes.subarray(at, at + length);
};

/** The AudioSpecificConfig in an esds box of AAC. */
const aacConfig = (esds: Buffer): Buffer | undefined => {
  const stream = descriptor(esds.subarray(4), 3);
  // If a flag were set, other fields would come before the decoder's descriptor.
  const decoder = stream?.[2] === 0 || stream?.[2] === 0x1f ? descriptor(stream.subarray(3), 4) : undefined;
  return decoder?.[0] === 0x40 ? descriptor(decoder.subarray(13), 5) : undefined;
};

/**
 * Codecs that decode to the same samples from any starting point: Opus and Apple Lossless always, AAC unless a packet
 * has noise.
 */
export type SteadyCodec = 'aac' | 'alac' | 'opus';

/** The codec of an stsd box with one entry. Undefined for any other codec. */
export const steadyCodec = (description: Buffer): SteadyCodec | undefined => {
  const [{ type, content } = { type: '', content: Buffer.alloc(0) }] = boxesIn(description.subarray(8));
  if (type === 'alac') return 'alac';
  if (type === 'Opus') return 'opus';
  // Child boxes directly follow the fields only in version 0. The other versions are QuickTime's.
  if (type !== 'mp4a' || content.length < 28 || content.readUInt16BE(8) !== 0) return undefined;
  const esds = boxAt(content.subarray(28), 'esds');
  const config = esds && aacConfig(esds);
  return config && isPlainAac(config) ? 'aac' : undefined;
};
