import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxAudioMs } from '../limits.ts';
import { hasV1Tag, v1TagBytes } from '../mp3-tags.ts';
import { toSamples } from '../pcm.ts';
import { countParts, partEndMs, partStartMs } from './borders.ts';
import { streamInfoBytes } from '../flac-stream-info.ts';
import { type FlacStream, flacStream, frameFrom, framesStart, windowBytes } from './flac-frames.ts';
import { minParts, type Planned } from './plan.ts';
import { type Place, slicesAt } from './slice-places.ts';

/**
 * How far from its target a slice may begin or end: far enough to find a frame quickly, and near enough to decode little
 * extra.
 */
const reachSeconds = 2;
const maxSteps = 40;

/** The range, in samples, in which a frame must begin. */
type Target = { readonly from: number; readonly to: number };

/**
 * The targets where slices begin and end, in order. A slice that ends near the end of the file has no target for its
 * end, and extends to the end of the file.
 */
const targetsOf = (parts: number, { rate, samples }: FlacStream): Target[] => {
  const reach = reachSeconds * rate;
  const targets = Array.from({ length: parts - 1 }, (_, border) => {
    const begin = (partStartMs(border + 1) / 1000) * rate;
    const after = (partEndMs(border) / 1000) * rate;
    return [
      { from: begin - reach, to: begin },
      { from: after, to: after + reach },
    ];
  });
  return targets.flat().filter(({ to }) => to + reach < samples);
};

/** The frames of a file: the first frame, and the byte after the last one. */
type Frames = { readonly first: Place; readonly end: number; readonly stream: FlacStream };

/** Finds frames by bisection, because each frame gives its number. */
const frameFinder =
  (file: ByteReader, { first, end, stream }: Frames) =>
  async ({ from, to }: Target): Promise<Place | undefined> => {
    let low = first;
    let high: Place = { byte: end, sample: stream.samples };
    for (let step = 0; step < maxSteps; step += 1) {
      // Loud audio takes more bytes, so every second guess is the middle.
      const share = step % 2 === 0 ? ((from + to) / 2 - low.sample) / (high.sample - low.sample) : 1 / 2;
      const guess = low.byte + Math.floor(share * (high.byte - low.byte));
      const found = await frameFrom(file, guess, stream);
      // No frame may follow the guess near the end of the file, but elsewhere the file is damaged.
      if (!found && guess + windowBytes(stream) < end) return undefined;
      const { byte, sample } = found ?? { byte: guess, sample: high.sample };
      if (sample < low.sample || sample > high.sample) return undefined;
      if (sample >= from && sample <= to) return { byte, sample };
      if (sample < from) low = { byte, sample };
      else high = { byte: guess, sample };
    }
    return undefined;
  };

/** Five hours hold 37 copies of the shortest file that is cut in parts. */
const maxCopies = 40;

/**
 * Whether the frame numbers form a single sequence. If a file is joined to itself, the numbers restart, and the cuts of
 * neighbouring parts would still agree. Checks as many places as five hours could hold copies, so that every copy is
 * checked.
 */
const isOneRow = async (file: ByteReader, { first, end, stream }: Frames): Promise<boolean> => {
  const copies = Math.floor((maxAudioMs / 1000) * (stream.rate / stream.samples)) + 1;
  const places = Math.min(maxCopies, copies);
  const step = (end - first.byte) / places;
  const found = await Promise.all(
    Array.from({ length: places - 1 }, (_, nth) =>
      frameFrom(file, first.byte + Math.floor((nth + 1) * step), stream),
    ),
  );
  const samples = [first, ...found].map((place) => place?.sample ?? 0);
  return samples.every((sample, nth) => sample > (samples[nth - 1] ?? -1));
};

/** The header of a slice: STREAMINFO as the only block, without the length and the checksum of the samples. */
const sliceHeader = (head: Buffer): Buffer => {
  const header = Buffer.from(head);
  header.writeUInt8(0x80, 4);
  header.writeUInt8(head.readUInt8(21) & 0xf0, 21);
  return header.fill(0, 22);
};

/** Plans the parts of a FLAC file whose format marker is at `start`. Its frames are independent and numbered. */
export const planFlac = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  const head = await file.at(start, streamInfoBytes);
  const stream = flacStream(head);
  if (!stream) return { serially: 'header' };
  const { rate, samples } = stream;
  const lengthMs = Math.floor((1000 * samples) / rate);
  if (lengthMs > maxAudioMs) return { serially: 'header' };
  const parts = countParts(toSamples(lengthMs), lengths);
  if (parts < minParts) return { serially: 'short' };
  const framesAt = await framesStart(file, start);
  const first = framesAt === undefined ? undefined : await frameFrom(file, framesAt, stream);
  if (first?.byte !== framesAt || first?.sample !== 0) return { serially: 'header' };
  const tagAt = Math.max(0, file.size - v1TagBytes);
  const end = (await hasV1Tag(file, tagAt)) ? tagAt : file.size;
  const frames = { first, end, stream };
  if (!(await isOneRow(file, frames))) return { serially: 'header' };
  const places = await Promise.all(targetsOf(parts, stream).map(frameFinder(file, frames)));
  const found = [first, ...places].filter((place) => place !== undefined);
  if (found.length <= places.length) return { serially: 'header' };
  const extent = { rate, samples, bytes: end };
  const header = sliceHeader(head).toString('base64');
  return { header, slices: slicesAt(found, extent, lengths), lengthMs };
};
