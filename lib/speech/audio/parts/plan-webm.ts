import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { segmentOf } from '../joined-segments.ts';
import { sampleRate } from '../pcm.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { slicesAt } from './slice-places.ts';
import { walkClusters } from './webm-clusters.ts';
import { isTrueHeader, sliceHeader } from './webm-header.ts';

/**
 * Plans the parts of a WebM Opus file, as browsers record it. The whole file must be read to locate its clusters, to get
 * the lengths of packets, and to see that none is missing. Opus decodes to the same samples from any starting point
 * after a while.
 */
export const planWebm = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  // Slices declare no length, so nothing would show later that the end is missing.
  const { to = Infinity } = (await segmentOf(file, start)) ?? {};
  if (to !== Infinity && to > file.size) return { serially: 'header' };
  const walked = await walkClusters(file);
  if ('serially' in walked) return walked;
  const { places, samples } = walked;
  const headerBytes = places[0]?.byte ?? Infinity;
  if (headerBytes > maxHeaderBytes) return { serially: 'header' };
  const before = await file.at(0, headerBytes);
  if (!(await isTrueHeader(file, before))) return { serially: 'header' };
  const header = sliceHeader(before);
  // Opus is always decoded to 48 kHz.
  const decoded = places.map(({ byte, sample }) => ({ byte, sample: 3 * sample }));
  const extent = { rate: 3 * sampleRate, samples: 3 * samples, bytes: file.size };
  return { header: header.toString('base64'), slices: slicesAt(decoded, extent, lengths) };
};
