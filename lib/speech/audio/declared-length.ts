import type { AmrFrames } from './amr-frames.ts';
import type { ByteReader, ByteSpan } from './byte-reader.ts';
import { declaredByAsf } from './declared-asf.ts';
import { type DeclaredLength, type Fault, shareOf } from './declared.ts';
import { declaredByFlac } from './joined-flac.ts';
import { boxFault } from './mov-faults.ts';
import { type RiffChunk, findChunk, isBigEndianWav } from './riff-chunks.ts';
import type { AudioStart } from './sniff.ts';
import { xingSeconds } from './xing.ts';

/** Larger than any upload. Recorders write such sizes as placeholders while the length is still unknown. */
const placeholderBytes = 500_000_000;

/**
 * Reads the declared length of the audio that begins at `start`, after any tags. Not for AMR and
 * Matroska, which are walked: see `declaredByAmr` and `walkSegments`.
 */
export const declaredLength = async (
  file: ByteReader,
  { demuxer, start }: AudioStart,
): Promise<DeclaredLength> => {
  if (demuxer === 'wav') return declaredByWav(file, start);
  if (demuxer === 'aiff') return declaredByAiff(file, start);
  if (demuxer === 'asf') return declaredByAsf(file, start);
  if (demuxer === 'ogg') return declaredByOgg(file);
  if (demuxer === 'mov') return { fault: await boxFault(file, start) };
  if (demuxer === 'mp3') return { seconds: xingSeconds(await file.at(start, 256)) };
  return demuxer === 'flac' ? declaredByFlac(file, start) : {};
};

/** Reads a 32-bit length that is a placeholder as 0. */
const knownChunk = ({ at, bytes }: RiffChunk): RiffChunk => ({
  at,
  bytes: bytes > placeholderBytes ? 0 : bytes,
});

/**
 * RF64, for files of 4 GiB and more, writes this value in the 32-bit length field and puts the real length into the
 * `ds64` chunk.
 */
const seeDs64 = 0xffff_ffff;

/** The length of the samples of an RF64 file; 0 if it has none. */
const bytesByDs64 = async (file: ByteReader, start: number): Promise<number> => {
  const chunk = await findChunk(file, { start, id: 'ds64', isBigEndian: false });
  const bytes = chunk && (await file.at(chunk.at + 8, 8));
  return bytes?.length === 8 ? Number(bytes.readBigUInt64LE()) : 0;
};

type WavSamples = {
  /** Its length is 0 if the header does not give one. */
  readonly data: RiffChunk;
  /** Whether audio follows the chunk. */
  readonly goesOn: boolean;
};

const wavSamples = async (file: ByteReader, start: number): Promise<WavSamples | undefined> => {
  const isBigEndian = await isBigEndianWav(file, start);
  const found = await findChunk(file, { start, id: 'data', isBigEndian });
  if (!found) return undefined;
  const isLong = found.bytes === seeDs64;
  const data = isLong ? { at: found.at, bytes: await bytesByDs64(file, start) } : knownChunk(found);
  const endsWithin = data.bytes > 0 && data.at + data.bytes < file.size;
  return { data, goesOn: endsWithin && (await continuesAfter(file, data, isBigEndian)) };
};

/**
 * The bytes of a WAV file's samples. They end at the next chunk, or at the end of the file if the header gives too small
 * a length or none.
 */
export const samplesSpan = async (file: ByteReader, start: number): Promise<ByteSpan | undefined> => {
  const samples = await wavSamples(file, start);
  if (!samples) return undefined;
  const { at, bytes } = samples.data;
  return {
    from: at,
    to: bytes === 0 || samples.goesOn ? file.size : Math.min(file.size, at + bytes),
  };
};

const declaredByWav = async (file: ByteReader, start: number): Promise<DeclaredLength> => {
  const samples = await wavSamples(file, start);
  if (!samples) return {};
  const { data, goesOn } = samples;
  if (data.bytes === 0 || data.at + data.bytes >= file.size) return shareOf(file, data);
  const fault = await faultBehind(file, start, data);
  return fault ? { fault } : { continuesPastEnd: goesOn };
};

const declaredByAiff = async (file: ByteReader, start: number): Promise<DeclaredLength> => {
  const sound = await findChunk(file, { start, id: 'SSND', isBigEndian: true });
  if (!sound) return {};
  if (sound.at + sound.bytes >= file.size) return shareOf(file, knownChunk(sound));
  const fault = await faultBehind(file, start, sound);
  if (fault) return { fault };
  const isWrong = await continuesAfter(file, sound, true);
  return isWrong ? { knownShare: sound.bytes / (file.size - sound.at) } : {};
};

/** Where the next chunk may begin. A padding byte follows an odd length, but some writers omit it. */
const endsOf = ({ at, bytes }: RiffChunk): readonly number[] => {
  const end = at + bytes;
  return bytes % 2 === 0 ? [end] : [end + 1, end];
};

/** Behind the sound of a file, the decoder leaves out a second file, and takes a second chunk of sound for the only one. */
const faultBehind = async (file: ByteReader, start: number, chunk: RiffChunk): Promise<Fault | undefined> => {
  const id = (await file.at(start, 4)).toString('latin1');
  const isBigEndian = id === 'FORM' || id === 'RIFX';
  const sound = id === 'FORM' ? 'SSND' : 'data';
  for (const end of endsOf(chunk)) {
    // The search begins behind the head of a file, which is twelve bytes long.
    const behind = { start: end - 12, isBigEndian };
    for (const other of [id, sound]) if (await findChunk(file, { ...behind, id: other })) return 'joined';
  }
  return undefined;
};

/** Whether audio continues after a chunk: more bytes follow that are neither another chunk nor only zeros. */
const continuesAfter = async (file: ByteReader, chunk: RiffChunk, isBigEndian: boolean): Promise<boolean> => {
  for (const rest of endsOf(chunk)) {
    const next = await file.at(rest, 8);
    if (next.length < 8) return false;
    const size = isBigEndian ? next.readUInt32BE(4) : next.readUInt32LE(4);
    if (/^[\x20-\x7e]{4}/.test(next.toString('latin1')) && rest + 8 + size <= file.size + 1) return false;
  }
  return !(await isZeroFrom(file, chunk.at + chunk.bytes));
};

const zeros = Buffer.alloc(1024 * 1024);

/** Whether only zeros follow from `start` on: recorders fill the last sector with zeros. */
const isZeroFrom = async (file: ByteReader, start: number): Promise<boolean> => {
  for (let at = start; at < file.size; at += zeros.length) {
    const block = await file.at(at, zeros.length);
    if (!block.equals(zeros.subarray(0, block.length))) return false;
  }
  return true;
};

/**
 * Checks whether the last page is truncated, which loses its samples. The last page is within the last 64 KiB, the
 * maximum size of a page.
 */
const declaredByOgg = async (file: ByteReader): Promise<DeclaredLength> => {
  const tail = await file.at(Math.max(0, file.size - 65_536), 65_536);
  const page = tail.subarray(Math.max(0, tail.lastIndexOf('OggS\0', undefined, 'latin1')));
  const segments = page[26] ?? 255;
  const bytes = page.subarray(27, 27 + segments).reduce((sum, lacing) => sum + lacing, 27 + segments);
  const isCut = page.toString('latin1', 0, 4) === 'OggS' && page.length < bytes;
  return { fault: isCut ? 'cut off' : undefined };
};

/**
 * The length that the frames of an AMR file add up to. A whole file declares no length, because the decoder leaves out
 * the pause at its end, which may be long.
 */
export const declaredByAmr = ({ fault, seconds }: AmrFrames): DeclaredLength =>
  fault ? { fault, seconds } : {};
