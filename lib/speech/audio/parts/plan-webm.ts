import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { declaredLength } from '../declared-length.ts';
import { sampleRate } from '../pcm.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { slicesAt } from './slice-places.ts';
import { walkClusters } from './webm-clusters.ts';
import { isTrueHeader, sliceHeader } from './webm-header.ts';

/**
 * The parts of a WebM file of Opus, as browsers record it. Where its clusters begin, how long their packets are, and that
 * nothing is missing between them, only the whole file tells. Opus decodes alike from any point, after a while.
 */
export const planWebm = async (file: ByteReader, start: number, lengths: ChunkLengths): Promise<Planned> => {
  // Slices say no length, so they would not show that the end is missing.
  const { share = 1 } = await declaredLength(file, { demuxer: 'matroska', start });
  if (share < 1) return { serially: 'header' };
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
