import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { boxFault } from '../mov-faults.ts';
import { hasSilk } from '../opus/opus-samples.ts';
import { toSamples } from '../pcm.ts';
import { countParts, partEndMs, partStartMs } from './borders.ts';
import { hasNoise } from './aac-noise.ts';
import { findMovie } from './find-movie.ts';
import { movHead } from './mov-head.ts';
import { steadyCodec } from './mov-codec.ts';
import { type MovTrack, movTrack } from './mov-track.ts';
import { minParts, type Planned } from './plan.ts';

/**
 * How much audio the decoder must get before a packet to decode the packet as it would in the whole file. ffmpeg uses up
 * to a second.
 */
const warmUpSeconds = 0.2;

/**
 * More packets than the 254 s of a slice have in Opus, whose packets have at least 2.5 ms. The tables of a hostile file may
 * have millions of packets after the last one that is played, which would not fit into a worker's memory.
 */
const maxSlicePackets = 105_000;

/** The number of places that are checked, and the packets in each. */
const probes = 4;
const probePackets = 50;
/** Pictures may be between packets, and in a hostile file anything may be. */
const maxProbeBytes = 1024 * 1024;

/** Whether any of the checked packets matches. */
const hasPacket = async (
  file: ByteReader,
  { at, sizes }: MovTrack,
  matches: (packet: Buffer) => boolean,
): Promise<boolean> => {
  const probe = async (place: number): Promise<boolean> => {
    const first = Math.floor((place * sizes.length) / probes);
    const starts = at.slice(first, first + probePackets);
    const from = starts[0] ?? 0;
    const last = first + starts.length - 1;
    const length = (at[last] ?? 0) + (sizes[last] ?? 0) - from;
    const bytes = await file.at(from, Math.min(maxProbeBytes, length));
    return starts.some((start, i) =>
      matches(bytes.subarray(start - from, start - from + (sizes[first + i] ?? 0))),
    );
  };
  return (await Promise.all([...Array(probes).keys()].map(probe))).some(Boolean);
};

/**
 * Plans the parts of an MP4 file, with or without pictures. The tables of the file locate each packet. Each slice gets
 * tables of its own that tell from which sample on to play it, so it decodes like a whole file.
 */
export const planMov = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  const { moov, type } = await findMovie(file);
  const track = moov && start === 0 ? movTrack(moov, file.size) : undefined;
  if (!track || (await boxFault(file, start))) return { serially: 'header' };
  const codec = steadyCodec(track.description);
  if (!codec) return { serially: 'format' };
  const { timescale, packet, at, sizes, from, to } = track;
  const parts = countParts(toSamples(Math.floor((1000 * (to - from)) / timescale)), lengths);
  if (parts < minParts) return { serially: 'short' };
  // The cuts of parts would disagree, because from each starting point the decoder makes different noise, or a different
  // last bit.
  if (codec === 'aac' && (await hasPacket(file, track, hasNoise))) return { serially: 'noise' };
  if (codec === 'opus' && (await hasPacket(file, track, hasSilk))) return { serially: 'silk' };
  const timeAt = (ms: number): number => from + (ms / 1000) * timescale;
  const warmUp = Math.ceil((warmUpSeconds * timescale) / packet);
  const cut = Array.from({ length: parts }, (_, part) => {
    const begin = timeAt(partStartMs(part));
    const first = part === 0 ? 0 : Math.floor(begin / packet) - warmUp;
    const isLast = part + 1 === parts;
    const after = Math.ceil(timeAt(partEndMs(part)) / packet);
    const end = isLast ? sizes.length : Math.min(sizes.length, after);
    const offset = first * packet;
    return { first, end, from: begin - offset, to: (isLast ? to : Math.min(to, end * packet)) - offset };
  });
  if (cut.some(({ first, end }) => end - first > maxSlicePackets)) return { serially: 'header' };
  const slices = cut.map(({ first, end }) => ({
    from: at[first] ?? 0,
    to: (at[end - 1] ?? 0) + (sizes[end - 1] ?? 0),
  }));
  return { header: '', slices, heads: cut.map((slice) => movHead(track, slice, type)) };
};
