import type { ByteReader } from './byte-reader.ts';
import { type Chunk, findChunk, isBigWav } from './chunks.ts';
import type { Demuxer } from './sniff.ts';
import { xingSeconds } from './xing.ts';

/** What the headers of a file say of its length. A live recording says nothing. */
export type Promised = {
  /** Of audio. */
  readonly seconds?: number | undefined;
  /** The part of the promised bytes that is there: 0 to 1. */
  readonly share?: number;
  /** The length in the header is wrong: the audio goes on behind it. */
  readonly goesOn?: boolean;
  /** The part of the audio that the header knows of, where the decoder would leave out the rest: 0 to 1. */
  readonly knownShare?: number;
  /** The last page of an OGG file, without which its samples are lost, is not all there. */
  readonly lastPageIsCut?: boolean;
};

/** Larger than any upload, so no file has so much: recorders that do not know the length yet write such sizes. */
const placeholderBytes = 500_000_000;

/** Reads the promise of the file that begins at `start`, behind its tags. */
export const promisedLength = async (
  file: ByteReader,
  { demuxer, start }: { demuxer: Demuxer; start: number },
): Promise<Promised> => {
  if (demuxer === 'wav') return promisedByWav(file, start);
  if (demuxer === 'aiff') return promisedByAiff(file, start);
  if (demuxer === 'asf') return promisedByAsf(file, start);
  if (demuxer === 'matroska') return promisedByMatroska(file, start);
  if (demuxer === 'ogg') return promisedByOgg(file);
  if (demuxer === 'mp3') return { seconds: xingSeconds(await file.at(start, 256)) };
  return demuxer === 'flac' ? promisedByFlac(await file.at(start, 26)) : {};
};

const shareOf = ({ size }: ByteReader, chunk: Chunk | undefined): Promised => {
  if (!chunk || chunk.bytes === 0 || chunk.bytes > placeholderBytes) return {};
  return { share: Math.min(1, Math.max(0, size - chunk.at) / chunk.bytes) };
};

const promisedByWav = async (file: ByteReader, start: number): Promise<Promised> => {
  const isBig = await isBigWav(file, start);
  const data = await findChunk(file, { start, id: 'data', isBig });
  if (!data || data.bytes === 0 || data.at + data.bytes >= file.size) return shareOf(file, data);
  return { goesOn: await goesOnBehind(file, data, isBig) };
};

const promisedByAiff = async (file: ByteReader, start: number): Promise<Promised> => {
  const sound = await findChunk(file, { start, id: 'SSND', isBig: true });
  if (!sound || sound.at + sound.bytes >= file.size) return shareOf(file, sound);
  const isWrong = await goesOnBehind(file, sound, true);
  return isWrong ? { knownShare: sound.bytes / (file.size - sound.at) } : {};
};

/** Whether what follows a chunk, which ends before the file does, is no chunk. */
const goesOnBehind = async (file: ByteReader, { at, bytes }: Chunk, isBig: boolean): Promise<boolean> => {
  const rest = at + bytes + (bytes & 1);
  const next = await file.at(rest, 8);
  const size = next.length < 8 ? 0 : isBig ? next.readUInt32BE(4) : next.readUInt32LE(4);
  const isChunk = /^[\x20-\x7e]{4}/.test(next.toString('latin1')) && rest + 8 + size <= file.size + 1;
  return next.length === 8 && !isChunk;
};

/** The data object follows the header object; both begin with 16 bytes of id and 8 of size. */
const promisedByAsf = async (file: ByteReader, start: number): Promise<Promised> => {
  const header = await file.at(start, 24);
  if (header.length < 24) return {};
  const at = start + Number(header.readBigUInt64LE(16));
  if (at > file.size) return { share: file.size / at };
  const data = await file.at(at, 24);
  const isData = data.toString('hex', 0, 8) === '3626b2758e66cf11' && data.length === 24;
  return isData ? shareOf(file, { at, bytes: Number(data.readBigUInt64LE(16)) }) : {};
};

const promisedByMatroska = async (file: ByteReader, start: number): Promise<Promised> => {
  const head = ebmlElement(await file.at(start, 12));
  if (!head) return {};
  const at = start + head.headerBytes + head.bytes;
  const segment = ebmlElement(await file.at(at, 12));
  return segment ? shareOf(file, { at: at + segment.headerBytes, bytes: segment.bytes }) : {};
};

/** An element with an id of four bytes; undefined when its size is not known, as in a live recording. */
const ebmlElement = (head: Buffer): { headerBytes: number; bytes: number } | undefined => {
  const first = head[4] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || head.length < 4 + length) return undefined;
  const digits = [first & (0xff >> length), ...head.subarray(5, 4 + length)];
  const bytes = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  return bytes === 2 ** (7 * length) - 1 ? undefined : { headerBytes: 4 + length, bytes };
};

/** Of the last page in the last 64 KiB, which is as long as a page can be. */
const promisedByOgg = async (file: ByteReader): Promise<Promised> => {
  const tail = await file.at(Math.max(0, file.size - 65_536), 65_536);
  const page = tail.subarray(Math.max(0, tail.lastIndexOf('OggS\0', undefined, 'latin1')));
  const segments = page[26] ?? 255;
  const bytes = page.subarray(27, 27 + segments).reduce((sum, lacing) => sum + lacing, 27 + segments);
  return { lastPageIsCut: page.toString('latin1', 0, 4) === 'OggS' && page.length < bytes };
};

/** The 20 bits of the rate stand in byte 18 and after, the 36 bits of the length end with byte 25. */
const promisedByFlac = (head: Buffer): Promised => {
  if (head.length < 26) return {};
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = ((head[21] ?? 0) & 15) * 2 ** 32 + head.readUInt32BE(22);
  return rate === 0 || samples === 0 ? {} : { seconds: samples / rate };
};
