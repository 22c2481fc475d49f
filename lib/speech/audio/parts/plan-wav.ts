import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { declaredLength } from '../declared-length.ts';
import { maxAudioMs, minSampleRate } from '../limits.ts';
import { msSamples } from '../pcm.ts';
import { findChunk } from '../riff-chunks.ts';
import { parseWavFormat } from '../wav-format.ts';
import { countParts, partEndMs, partStartMs } from './borders.ts';
import type { Planned } from './plan.ts';

const maxFormatBytes = 64;
/** What recorders write while the length is unknown. The decoder then reads to the end of the slice. */
const unknownLength = 0xffff_ffff;

const chunkHeader = (id: string, bytes: number): Buffer => {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32LE(bytes, 4);
  return header;
};

/** Whether samples are independent. With ADPCM each sample depends on those before it. Floats need the peak of the whole file. */
const isSliceable = (header: Buffer): boolean => {
  const format = parseWavFormat(header, false);
  if (!format?.isPacked) return false;
  const { kind, bits } = format;
  return kind === 'integers' ? bits % 8 === 0 : kind === 'logarithms' && bits === 8;
};

/** Plans the parts of a WAV file that begins at `start`, if its header is correct. The samples are adjacent. */
export const planWav = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  const search = { start, isBigEndian: false };
  if ((await file.at(start, 4)).toString('latin1') !== 'RIFF') return { serially: 'format' };
  const formatChunk = await findChunk(file, { ...search, id: 'fmt ' });
  const data = await findChunk(file, { ...search, id: 'data' });
  if (!formatChunk || !data || formatChunk.bytes < 16 || formatChunk.bytes > maxFormatBytes)
    return { serially: 'header' };
  const format = await file.at(formatChunk.at, formatChunk.bytes);
  if (!isSliceable(format)) return { serially: 'format' };
  const { continuesPastEnd = false, fault } = await declaredLength(file, { demuxer: 'wav', start });
  if (data.bytes === 0 || data.at + data.bytes > file.size || continuesPastEnd || fault)
    return { serially: 'header' };

  const rate = format.readUInt32LE(4);
  const frameBytes = format.readUInt16LE(12);
  const bytesPerSecond = rate * frameBytes;
  const seconds = data.bytes / bytesPerSecond;
  if (rate < minSampleRate || 1000 * seconds > maxAudioMs) return { serially: 'header' };
  // The decoder would report half a frame as damage.
  const end = data.at + data.bytes - (data.bytes % frameBytes);
  const parts = countParts(Math.floor(seconds * 1000) * msSamples, lengths);
  const byteAt = (ms: number): number => data.at + (ms / 1000) * bytesPerSecond;
  const slices = Array.from({ length: parts }, (_, part) => ({
    from: byteAt(partStartMs(part)),
    to: part + 1 === parts ? end : Math.min(end, byteAt(partEndMs(part))),
  }));
  const header = Buffer.concat([
    chunkHeader('RIFF', unknownLength),
    Buffer.from('WAVE'),
    chunkHeader('fmt ', format.length),
    format,
    chunkHeader('data', unknownLength),
  ]);
  return { header: header.toString('base64'), slices };
};
