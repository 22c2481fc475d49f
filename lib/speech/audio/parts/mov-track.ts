import { maxAudioMs } from '../limits.ts';
import { boxAt, boxesIn } from './mov-boxes.ts';

/** The first audio track of an MP4 file. Times are in units of its time scale. */
export type MovTrack = {
  readonly timescale: number;
  /** The content of its stsd box: the codec and its settings. */
  readonly description: Buffer;
  /** The position in the file and the size in bytes of each packet, in order. */
  readonly at: Float64Array;
  readonly sizes: Uint32Array;
  /** The duration of each packet except the last, and of the last packet. */
  readonly packet: number;
  readonly lastPacket: number;
  /** The range that is played: encoders add silence before and after it. */
  readonly from: number;
  readonly to: number;
};

/** Five hours of AAC have 840,000 packets. The limit bounds the memory that a hostile file takes. */
const maxPackets = 2_000_000;
/** In real files, the time scale of the audio is the sample rate. Times of five hours must fit in 32 bits. */
const maxTimescale = 200_000;

/**
 * The 32-bit numbers of a table's rows. A table begins with its version and the number of rows. Empty if there are more
 * than `most` rows.
 */
const rowsOf = (table: Buffer | undefined, columns: number, most: number): Uint32Array => {
  const rows = table && table.length >= 8 ? table.readUInt32BE(4) : 0;
  if (!table || rows > most || 8 + 4 * columns * rows > table.length) return new Uint32Array();
  return Uint32Array.from({ length: columns * rows }, (_, at) => table.readUInt32BE(8 + 4 * at));
};

/** The time scale in an mvhd or mdhd box. */
const timescaleOf = (header: Buffer | undefined): number => {
  const at = header?.[0] === 1 ? 20 : 12;
  return header && header.length >= at + 4 ? header.readUInt32BE(at) : 0;
};

/** The size of each packet in bytes. Empty if all have one size, because then they are uncompressed samples, not packets. */
const sizesOf = (stsz: Buffer | undefined): Uint32Array =>
  stsz && stsz.length >= 12 && stsz.readUInt32BE(4) === 0
    ? rowsOf(stsz.subarray(4), 1, maxPackets)
    : new Uint32Array();

const chunksOf = (stbl: Buffer, most: number): Float64Array => {
  const short = rowsOf(boxAt(stbl, 'stco'), 1, most);
  if (short.length > 0) return Float64Array.from(short);
  const long = rowsOf(boxAt(stbl, 'co64'), 2, most);
  return Float64Array.from(
    { length: long.length / 2 },
    (_, at) => (long[2 * at] ?? 0) * 2 ** 32 + (long[2 * at + 1] ?? 0),
  );
};

/** The position of each packet. The packets of a chunk are adjacent. Undefined if the tables contradict each other. */
const positionsOf = (stbl: Buffer, sizes: Uint32Array): Float64Array | undefined => {
  const runs = rowsOf(boxAt(stbl, 'stsc'), 3, sizes.length);
  // The third column is the number of the codec. Only one codec is supported.
  if (runs.some((value, at) => at % 3 === 2 && value !== 1)) return undefined;
  const positions = new Float64Array(sizes.length);
  let run = 0;
  let packet = 0;
  for (const [chunk, start] of chunksOf(stbl, sizes.length).entries()) {
    while ((runs[3 * (run + 1)] ?? Infinity) <= chunk + 1) run += 1;
    let position = start;
    for (let left = runs[3 * run + 1] ?? 0; left > 0 && packet < sizes.length; left -= 1) {
      positions[packet] = position;
      position += sizes[packet] ?? 0;
      packet += 1;
    }
  }
  return packet < sizes.length ? undefined : positions;
};

/** The range that is played. Undefined unless it is one range near the beginning. */
const playedOf = (
  trak: Buffer,
  { media, movie, length }: { readonly media: number; readonly movie: number; readonly length: number },
): { readonly from: number; readonly to: number } | undefined => {
  const list = boxAt(trak, 'edts', 'elst');
  if (!list) return { from: 0, to: length };
  if (list[0] !== 0) return undefined;
  const [duration = 0, from = 0, rate] = rowsOf(list, 3, 1);
  const to = from + Math.round((duration * media) / movie);
  // A track that begins later has an edit that starts at -1. The audio left out before the range is what an encoder
  // adds, which is less than a second.
  return duration > 0 && from < Math.min(length, media) && rate === 0x1_0000
    ? { from, to: Math.min(to, length) }
    : undefined;
};

/**
 * The durations of the packets and of the last one, from the rows of the stts box. Undefined if more than the last
 * packet differs.
 */
const lengthsOf = (stts: Buffer | undefined, count: number): readonly [number, number] | undefined => {
  const [most = 0, packet = 0, rest = 0, last = packet] = rowsOf(stts, 2, 2);
  const isWhole = rest <= 1 && most + rest === count;
  return isWhole && packet > 0 && last <= packet ? [packet, last] : undefined;
};

/** Whether the file has no fragments, no reordered packets, and no delay that only an iTunes tag declares. */
const isPlain = (moov: Buffer, stbl: Buffer): boolean =>
  !boxAt(moov, 'mvex') && !boxAt(stbl, 'ctts') && !moov.includes('iTunSMPB');

const isAudio = (trak: Buffer): boolean => boxAt(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';

/** The decoder takes no more. */
const maxTracks = 32;

/** The trak box of the first audio track in a moov box, the tables of the track, and the description of its codec. */
const soundIn = (moov: Buffer) => {
  const traks = boxesIn(moov).filter(({ type }) => type === 'trak');
  const trak = traks.take(maxTracks).find(({ content }) => isAudio(content))?.content;
  const stbl = trak && boxAt(trak, 'mdia', 'minf', 'stbl');
  const description = stbl && boxAt(stbl, 'stsd');
  return description && { trak, stbl, description };
};

/** The type of the first sample entry of the first audio track in a moov box, such as mp4a. */
export const sampleTypeIn = (moov: Buffer): string | undefined =>
  // The type follows a version, a count and the length of the entry.
  soundIn(moov)?.description.toString('latin1', 12, 16);

/** The positions and sizes of the packets of the first audio track. Undefined if the tables do not tell them. */
export const packetsIn = (moov: Buffer): Pick<MovTrack, 'at' | 'sizes'> | undefined => {
  const stbl = soundIn(moov)?.stbl;
  const sizes = sizesOf(stbl && boxAt(stbl, 'stsz'));
  const at = stbl && sizes.length > 0 ? positionsOf(stbl, sizes) : undefined;
  return at && { at, sizes };
};

/** Parses the content of a moov box. Undefined if the box does not locate each packet of the file. */
export const movTrack = (moov: Buffer, fileBytes: number): MovTrack | undefined => {
  const sound = soundIn(moov);
  if (!sound) return undefined;
  const { trak, stbl, description } = sound;
  const hasOneCodec = description.length >= 8 && description.readUInt32BE(4) === 1;
  if (!hasOneCodec || !isPlain(moov, stbl)) return undefined;
  const media = timescaleOf(boxAt(trak, 'mdia', 'mdhd'));
  const movie = timescaleOf(boxAt(moov, 'mvhd'));
  const sizes = sizesOf(boxAt(stbl, 'stsz'));
  const lengths = lengthsOf(boxAt(stbl, 'stts'), sizes.length);
  if (media === 0 || media > maxTimescale || movie === 0 || !lengths) return undefined;
  const [packet, lastPacket] = lengths;
  if (packet > media) return undefined;
  const length = (sizes.length - 1) * packet + lastPacket;
  const played = playedOf(trak, { media, movie, length });
  if (!played || (1000 * (played.to - played.from)) / media > maxAudioMs) return undefined;
  const at = positionsOf(stbl, sizes);
  const isInOrder = at?.every((start, i) => start + (sizes[i] ?? 0) <= (at[i + 1] ?? fileBytes));
  if (!at || isInOrder !== true) return undefined;
  return { timescale: media, description, at, sizes, packet, lastPacket, ...played };
};
