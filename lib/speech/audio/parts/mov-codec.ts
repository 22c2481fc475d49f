import { isPlainAac } from './aac-noise.ts';
import { boxesIn, boxAt } from './mov-boxes.ts';

/** Reads a descriptor of ISO/IEC 14496-1: one byte of tag, the length in groups of seven bits, the content. */
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
  // With a flag set, something would lie before the decoder's descriptor.
  const decoder = stream?.[2] === 0 || stream?.[2] === 0x1f ? descriptor(stream.subarray(3), 4) : undefined;
  return decoder?.[0] === 0x40 ? descriptor(decoder.subarray(13), 5) : undefined;
};

/** What decodes alike from any point: Opus and Apple Lossless always, AAC unless a packet has noise. */
export type SteadyCodec = 'aac' | 'alac' | 'opus';

/** The codec of an stsd box with one entry; undefined if it is none of these. */
export const steadyCodec = (description: Buffer): SteadyCodec | undefined => {
  const [{ type, content } = { type: '', content: Buffer.alloc(0) }] = boxesIn(description.subarray(8));
  if (type === 'alac') return 'alac';
  if (type === 'Opus') return 'opus';
  // Boxes follow the fields of version 0 only. Others are of QuickTime.
  if (type !== 'mp4a' || content.length < 28 || content.readUInt16BE(8) !== 0) return undefined;
  const esds = boxAt(content.subarray(28), 'esds');
  const config = esds && aacConfig(esds);
  return config && isPlainAac(config) ? 'aac' : undefined;
};
