import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxAudioMs } from '../limits.ts';
import { toSamples } from '../pcm.ts';
import { countParts, partMs, partStartMs, partTailMs } from './borders.ts';
import { type FlacStream, flacStream, frameFrom, framesStart, streamInfoBytes } from './flac-frames.ts';
import { minParts, type Planned } from './plan.ts';
import { type Place, slicesAt } from './slice-places.ts';

/** How far from where it is wanted a slice may begin or end: to be found soon, and to decode little more. */
const reachSeconds = 2;
const maxSteps = 40;

/** In samples: where a frame is wanted. */
type Target = { readonly from: number; readonly to: number };

/** Where slices begin and end, in order. None for an end so near to that of the file that the slice goes on to it. */
const targetsOf = (parts: number, { rate, samples }: FlacStream): Target[] => {
  const reach = reachSeconds * rate;
  const targets = Array.from({ length: parts - 1 }, (_, border) => {
    const begin = (partStartMs(border + 1) / 1000) * rate;
    const after = (((border + 1) * partMs + partTailMs) / 1000) * rate;
    return [
      { from: begin - reach, to: begin },
      { from: after, to: after + reach },
    ];
  });
  return targets.flat().filter(({ to }) => to + reach < samples);
};

/** Searches frames by halving the file, because each says how many come before it. */
const frameFinder =
  (file: ByteReader, first: Place, stream: FlacStream) =>
  async ({ from, to }: Target): Promise<Place | undefined> => {
    let low = first;
    let high: Place = { byte: file.size, sample: stream.samples };
    for (let step = 0; step < maxSteps; step += 1) {
      // Loud audio takes more bytes, so every other guess is the middle.
      const share = step % 2 === 0 ? ((from + to) / 2 - low.sample) / (high.sample - low.sample) : 1 / 2;
      const guess = low.byte + Math.floor(share * (high.byte - low.byte));
      // None follows near the end of the file.
      const { byte, sample } = (await frameFrom(file, guess, stream)) ?? { byte: guess, sample: high.sample };
      if (sample < low.sample || sample > high.sample) return undefined;
      if (sample >= from && sample <= to) return { byte, sample };
      if (sample < from) low = { byte, sample };
      else high = { byte: guess, sample };
    }
    return undefined;
  };

/** The header of a slice: STREAMINFO as the only block, without length and checksum of the samples. */
const sliceHeader = (head: Buffer): Buffer => {
  const header = Buffer.from(head);
  header.writeUInt8(0x80, 4);
  header.writeUInt8(head.readUInt8(21) & 0xf0, 21);
  return header.fill(0, 22);
};

/** The parts of a FLAC file whose first block is at `start`. Its frames stand for themselves and are numbered. */
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
  const places = await Promise.all(targetsOf(parts, stream).map(frameFinder(file, first, stream)));
  const found = [first, ...places].filter((place) => place !== undefined);
  if (found.length <= places.length) return { serially: 'header' };
  const extent = { rate, samples, bytes: file.size };
  const header = sliceHeader(head).toString('base64');
  return { header, slices: slicesAt(found, extent, lengths), lengthMs };
};
