import type { ByteReader } from '../byte-reader.ts';
import { amrPackets } from '../amr-frames.ts';
import { readAhead } from '../read-ahead.ts';
import { findMovie } from './find-movie.ts';
import { packetsIn, sampleTypeIn } from './mov-track.ts';

/** A packet has at most 15 frames of 61 bytes (3GPP TS 26.244). */
const maxPacketBytes = 64 * 1024;

/**
 * Whether the packets of a 3GP or MP4 file are whole frames of AMR, one after another. If so, packets that cannot be decoded
 * are pauses, in which a telephone sends nothing. Packets that lie over each other would be read again and again.
 */
export const isWholeAmr = async (file: ByteReader): Promise<boolean> => {
  const { moov } = await findMovie(file);
  const isWhole = moov && amrPackets(sampleTypeIn(moov) ?? '');
  const packets = isWhole && packetsIn(moov);
  if (!packets) return false;
  const { known, read } = readAhead(file);
  let end = 0;
  for (const [packet, at] of packets.at.entries()) {
    const bytes = packets.sizes[packet] ?? 0;
    if (at < end || bytes > maxPacketBytes) return false;
    end = at + bytes;
    if (!isWhole(known(at, bytes) ?? (await read(at, bytes)))) return false;
  }
  return true;
};
