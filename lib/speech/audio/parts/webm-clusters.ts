import type { ByteReader } from '../byte-reader.ts';
import { hasSilk, opusSamples } from '../opus/opus-samples.ts';
import { webmDemuxer, type WebmPacket } from '../opus/webm-demuxer.ts';
import { maxAudioMs } from '../limits.ts';
import { sampleRate, toSamples } from '../pcm.ts';
import type { Serially } from './plan.ts';
import { maxPlaces, type Place, sparsePlaces } from './slice-places.ts';

const blockBytes = 1024 * 1024;
/**
 * Times are rounded, and browsers use wall time. ffmpeg treats packets as consecutive if their times are up to 100 ms
 * off. With this limit, any two times differ by less than that, whichever of them begins a slice.
 */
const maxOffMs = 40;
const maxSamples = toSamples(maxAudioMs);

/** Clusters of a WebM Opus file, about one a second, and the length of the audio in samples of 16 kHz. */
type Clusters = { readonly places: readonly Place[]; readonly samples: number };

/** Reads a WebM file to its end, or up to five hours. The packets must follow each other without gaps. */
export const walkClusters = async (
  file: ByteReader,
  maxClusters = maxPlaces,
): Promise<Clusters | Serially> => {
  const demuxer = webmDemuxer();
  const { places, add } = sparsePlaces(sampleRate);
  let samples = 0;
  let clusters = 0;
  let clusterByte: number | undefined;

  /** Whether the packet begins where the one before it ends. */
  const follows = ({ timeMs, isFirst }: WebmPacket): boolean =>
    isFirst === (clusters === 0) && Math.abs(timeMs - (1000 * samples) / sampleRate) <= maxOffMs;
  /** Adds a packet, or returns the reason why the file is cut serially. */
  const take = (packet: WebmPacket): Serially | undefined => {
    const length = opusSamples(packet.data);
    if (length === 0 || !follows(packet)) return { serially: 'gaps' };
    if (hasSilk(packet.data)) return { serially: 'silk' };
    if (packet.clusterByte !== clusterByte) {
      clusterByte = packet.clusterByte;
      clusters += 1;
      add({ byte: clusterByte, sample: samples });
    }
    samples += length;
    return clusters > maxClusters || samples > maxSamples ? { serially: 'header' } : undefined;
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
