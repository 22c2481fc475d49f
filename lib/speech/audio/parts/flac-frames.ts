import type { ByteReader } from '../byte-reader.ts';
import { flacStreamInfo, streamInfoBytes } from '../flac-stream-info.ts';
import type { Place } from './slice-places.ts';

/** The fields of STREAMINFO that describe the frames. */
export type FlacStream = {
  readonly rate: number;
  readonly samples: number;
  /** Samples of each frame except the last. */
  readonly frameSamples: number;
  readonly maxFrameBytes: number;
};

/** Larger than any frame of two channels. */
const largestFrameBytes = 64 * 1024;

/**
 * Parses the first `streamInfoBytes` of a file. Undefined if they do not give the length of the audio, or if frames
 * differ in length.
 */
export const flacStream = (head: Buffer): FlacStream | undefined => {
  const info = flacStreamInfo(head);
  if (!info || head.length < streamInfoBytes) return undefined;
  const frameSamples = head.readUInt16BE(8);
  const maxFrameBytes = head.readUIntBE(15, 3);
  const { rate, samples } = info;
  const isInfo = (head.readUInt8(4) & 0x7f) === 0 && head.readUInt16BE(10) === frameSamples;
  const isKnown = rate > 0 && samples > 0 && frameSamples > 0 && maxFrameBytes <= largestFrameBytes;
  return isInfo && isKnown
    ? { rate, samples, frameSamples, maxFrameBytes: maxFrameBytes || largestFrameBytes }
    : undefined;
};

const crcTable = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x80 ? 0x107 : 0);
  return crc;
});

const maxNumberBytes = 7;

/** The length of a number encoded like a UTF-8 character, by its first byte; 0 if there is none. */
const numberBytes = (first: number): number => {
  if (first < 0x80) return 1;
  const bytes = Math.clz32(~(first << 24));
  return bytes === 1 || bytes > maxNumberBytes ? 0 : bytes;
};

/**
 * The number of the frame whose header is at this place. Undefined if there is no header. Reads the bytes in place, because a
 * hostile file has what looks like a header at every second byte.
 */
const frameNumber = (bytes: Buffer, at: number): number | undefined => {
  // A header that gives the number of the frame instead of the number of its first sample begins like this.
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0xf8) return undefined;
  const [sizes = 0, channels = 0, first = 0xff] = [bytes[at + 2], bytes[at + 3], bytes[at + 4]];
  const size = sizes >> 4;
  const rate = sizes & 15;
  const length = numberBytes(first);
  // These codes are reserved or forbidden.
  if (size === 0 || rate === 15 || channels >= 0xb0 || (channels & 1) === 1 || length === 0) return undefined;
  let value = length === 1 ? first : first & (0x7f >> length);
  for (let digit = at + 5; digit < at + 4 + length; digit += 1) {
    const byte = bytes[digit] ?? 0;
    if (byte >> 6 !== 2) return undefined;
    value = value * 64 + (byte & 0x3f);
  }
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0;
  const rateBytes = rate === 12 ? 1 : rate > 12 ? 2 : 0;
  const end = at + 4 + length + sizeBytes + rateBytes + 1;
  if (end > bytes.length) return undefined;
  // The last byte of the header is a checksum of the bytes before it.
  let crc = 0;
  for (let next = at; next < end; next += 1) crc = crcTable[crc ^ (bytes[next] ?? 0)] ?? 0;
  return crc === 0 ? value : undefined;
};

/** Bytes in which two frames begin, except near the end of the file. */
export const windowBytes = ({ maxFrameBytes }: FlacStream): number => 3 * maxFrameBytes;

/**
 * The first frame that begins at or after this byte. Bytes that only look like a header are rejected, because no header
 * with the next number follows them.
 */
export const frameFrom = async (
  file: ByteReader,
  byte: number,
  stream: FlacStream,
): Promise<Place | undefined> => {
  const { frameSamples } = stream;
  const bytes = await file.at(byte, windowBytes(stream));
  const found = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 1) {
    const number = frameNumber(bytes, at);
    if (number === undefined) continue;
    const before = found.get(number - 1);
    if (before !== undefined) return { byte: byte + before, sample: (number - 1) * frameSamples };
    found.set(number, at);
  }
  return undefined;
};

/** Bounds the search in a hostile file. */
const maxBlocks = 100;

/** Where the metadata blocks end. The format marker is at `start`, and the first block follows it. */
export const framesStart = async (file: ByteReader, start: number): Promise<number | undefined> => {
  let at = start + 4;
  for (let seen = 0; seen < maxBlocks; seen += 1) {
    const head = await file.at(at, 4);
    if (head.length < 4) return undefined;
    at += 4 + head.readUIntBE(1, 3);
    if (head.readUInt8(0) >= 0x80) return at;
  }
  return undefined;
};
