import { box, numbers } from './mov-boxes.ts';
import type { MovTrack } from './mov-track.ts';

/** The packets of a slice, from `first` to before `end`, and which part of their time is played. */
export type MovSlice = {
  readonly first: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
};

const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);
/** The identity matrix: no rotation. */
const matrix = numbers([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
const one = 0x1_0000;

/** Consecutive packets that are adjacent in the file. */
type Run = { readonly start: number; count: number; end: number };

const runsOf = ({ at, sizes }: MovTrack, { first, end }: MovSlice): Run[] => {
  const runs: Run[] = [];
  for (let packet = first; packet < end; packet += 1) {
    const [start = 0, size = 0] = [at[packet], sizes[packet]];
    const last = runs.at(-1);
    if (last?.end === start) {
      last.count += 1;
      last.end += size;
    } else runs.push({ start, count: 1, end: start + size });
  }
  return runs;
};

const timesOf = ({ sizes, packet, lastPacket }: MovTrack, { first, end }: MovSlice): number[] =>
  end < sizes.length ? [1, end - first, packet] : [2, end - first - 1, packet, 1, lastPacket];

/** The moov box of a slice whose first packet is at position `dataAt` of the slice's file. */
const movie = (track: MovTrack, slice: MovSlice, dataAt: number): Buffer => {
  const { timescale, description, at, sizes } = track;
  const sliceAt = at[slice.first] ?? 0;
  const runs = runsOf(track, slice);
  const played = slice.to - slice.from;
  const length = [timescale, played];
  const samples = box(
    'stbl',
    box('stsd', description),
    box('stts', 0, numbers(timesOf(track, slice))),
    box('stsc', 0, runs.length, numbers(runs.flatMap(({ count }, run) => [run + 1, count, 1]))),
    box('stsz', 0, 0, slice.end - slice.first, numbers(sizes.slice(slice.first, slice.end))),
    box('stco', 0, runs.length, numbers(runs.map(({ start }) => start - sliceAt + dataAt))),
  );
  const media = box(
    'mdia',
    box('mdhd', zeros(12), numbers(length), zeros(4)),
    box('hdlr', zeros(8), Buffer.from('soun'), zeros(13)),
    // The flag 1 says that the samples are in this same file.
    box('minf', box('smhd', zeros(8)), box('dinf', box('dref', 0, 1, box('url ', 1))), samples),
  );
  const header = box('tkhd', 3, zeros(8), 1, 0, played, zeros(16), matrix, zeros(8));
  const edits = box('edts', box('elst', 0, 1, played, slice.from, one));
  const movieHeader = box('mvhd', zeros(12), numbers(length), one, zeros(12), matrix, zeros(24), 2);
  return box('moov', movieHeader, box('trak', header, edits, media));
};

/** The bytes that turn a slice into a file: everything before its packets. `type` is the ftyp box of the whole file, or empty. */
export const movHead = (track: MovTrack, slice: MovSlice, type: Buffer): Buffer => {
  const last = slice.end - 1;
  const bytes = (track.at[last] ?? 0) + (track.sizes[last] ?? 0) - (track.at[slice.first] ?? 0);
  const headBytes = type.length + movie(track, slice, 0).length + 8;
  return Buffer.concat([
    type,
    movie(track, slice, headBytes),
    numbers([8 + bytes]),
    Buffer.from('mdat', 'latin1'),
  ]);
};
