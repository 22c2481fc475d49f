import type { ByteReader } from '../byte-reader.ts';
import { hasSilk, opusSamples } from '../opus/opus-samples.ts';
import { webmDemuxer, type WebmPacket } from '../opus/webm-demuxer.ts';
import { sampleRate } from '../pcm.ts';
import type { Serially } from './plan.ts';
import type { Place } from './slice-places.ts';

const blockBytes = 1024 * 1024;
/**
 * Times are rounded, and those of browsers are wall time. What is up to 100 ms off, ffmpeg counts as one behind the other. Two
 * times within this are not further apart, whichever of them a slice begins with.
 */
const maxOffMs = 40;

/** The clusters of a WebM file of Opus; their samples are of 16 kHz. */
type Clusters = { readonly places: readonly Place[]; readonly samples: number };

/** Reads a WebM file to its end. The packets must follow each other without gaps. */
export const walkClusters = async (file: ByteReader): Promise<Clusters | Serially> => {
  const demuxer = webmDemuxer();
  const places: Place[] = [];
  let samples = 0;

  /** Whether the packet begins where the one before it ends. */
  const follows = ({ timeMs, isFirst }: WebmPacket): boolean =>
    isFirst === (places.length === 0) && Math.abs(timeMs - (1000 * samples) / sampleRate) <= maxOffMs;
  /** Takes a packet, or says why it cannot be taken. */
  const take = (packet: WebmPacket): Serially | undefined => {
    const length = opusSamples(packet.data);
    if (length === 0 || !follows(packet)) return { serially: 'gaps' };
    if (hasSilk(packet.data)) return { serially: 'silk' };
    if (packet.clusterByte !== places.at(-1)?.byte)
      places.push({ byte: packet.clusterByte, sample: samples });
    samples += length;
    return undefined;
  };

  for (let at = 0; at < file.size; at += blockBytes) {
    const packets = demuxer.read(await file.at(at, blockBytes));
    if (demuxer.isUnsupported) return { serially: 'format' };
    for (const packet of packets) {
      const refused = take(packet);
      if (refused) return refused;
    }
  }
  return { places, samples };
};
