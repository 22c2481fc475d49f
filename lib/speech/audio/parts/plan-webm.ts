import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { declaredLength } from '../declared-length.ts';
import { maxAudioMs } from '../limits.ts';
import { readHead } from '../opus/ebml.ts';
import { sampleRate, toMs } from '../pcm.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { slicesAt } from './slice-places.ts';
import { walkClusters } from './webm-clusters.ts';

const segmentId = 0x18538067;
/** What says where other elements are. A decoder may find all else that comes before the clusters damaged, as in the whole file. */
const positions: ReadonlySet<number> = new Set([0x114d9b74, 0x1c53bb6b]);
const padding = 0xec;
/** A segment whose end is not known. */
const openSegment = Buffer.from('1853806701ffffffffffffff', 'hex');

/** The header of a slice. Without positions, because what they name is not in it. */
const sliceHeader = (before: Buffer): Buffer => {
  const header: Buffer[] = [];
  for (let rest = before; ;) {
    const head = readHead(rest);
    if (head === undefined || head === 'damaged') return Buffer.concat(header);
    const isSegment = head.id === segmentId;
    const end = head.headBytes + (isSegment ? 0 : head.size);
    if (isSegment) header.push(openSegment);
    else if (!positions.has(head.id) && head.id !== padding) header.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
};

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
  if (headerBytes > maxHeaderBytes || toMs(samples) > maxAudioMs) return { serially: 'header' };
  const header = sliceHeader(await file.at(0, headerBytes));
  // Opus is always decoded to 48 kHz.
  const decoded = places.map(({ byte, sample }) => ({ byte, sample: 3 * sample }));
  const extent = { rate: 3 * sampleRate, samples: 3 * samples, bytes: file.size };
  return { header: header.toString('base64'), slices: slicesAt(decoded, extent, lengths) };
};
