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
const crc8 = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => crcTable[crc ^ byte] ?? 0, 0);

const maxNumberBytes = 7;

/** A number encoded like a UTF-8 character, at the start of `bytes`. Undefined if there is none. */
const codedNumber = ([first = 0xff, ...rest]: Buffer): { value: number; bytes: number } | undefined => {
  if (first < 0x80) return { value: first, bytes: 1 };
  const bytes = Math.clz32(~(first << 24));
  const digits = rest.slice(0, bytes - 1);
  if (bytes === 1 || bytes > maxNumberBytes || digits.some((digit) => digit >> 6 !== 2)) return undefined;
  const value = digits.reduce((sum, digit) => sum * 64 + (digit & 0x3f), first & (0x7f >> bytes));
  return { value, bytes };
};

/** The first bytes of a frame header that gives the number of the frame instead of the number of its first sample. */
const sync = Buffer.from([0xff, 0xf8]);

/** The number of the frame whose header is at the start of `bytes`. Undefined if there is no header. */
const frameNumber = (bytes: Buffer): number | undefined => {
  const [, , sizes = 0] = bytes;
  const number = codedNumber(bytes.subarray(4, 4 + maxNumberBytes));
  if (!number) return undefined;
  const size = sizes >> 4;
  const rate = sizes & 15;
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0;
  const rateBytes = rate === 12 ? 1 : rate > 12 ? 2 : 0;
  const header = bytes.subarray(0, 4 + number.bytes + sizeBytes + rateBytes + 1);
  // The last byte of the header is a checksum of the bytes before it.
  return crc8(header) === 0 ? number.value : undefined;
};

const maxHeaderBytes = 16;

/**
 * The first frame that begins at or after this byte. Bytes that only look like a header are rejected, because no header
 * with the next number follows them.
 */
export const frameFrom = async (
  file: ByteReader,
  byte: number,
  { frameSamples, maxFrameBytes }: FlacStream,
): Promise<Place | undefined> => {
  const bytes = await file.at(byte, 3 * maxFrameBytes);
  const found = new Map<number, number>();
  for (let at = bytes.indexOf(sync); at !== -1; at = bytes.indexOf(sync, at + 1)) {
    const number = frameNumber(bytes.subarray(at, at + maxHeaderBytes));
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
