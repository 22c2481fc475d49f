import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { pageRate, walkPages } from './opus-pages.ts';
import { slicesAt } from './slice-places.ts';

/**
 * The parts of an Ogg file of Opus, as messengers and browsers record it. Where its pages are, and that nothing is missing
 * between them, only the whole file tells. Opus decodes alike from any point, after a while.
 */
export const planOgg = async (file: ByteReader, _: number, lengths: ChunkLengths): Promise<Planned> => {
  const walked = await walkPages(file);
  if ('serially' in walked) return walked;
  const { places, samples } = walked;
  const headerBytes = places[0]?.byte ?? Infinity;
  if (headerBytes > maxHeaderBytes) return { serially: 'header' };
  const header = await file.at(0, headerBytes);
  const slices = slicesAt(places, { rate: pageRate, samples, bytes: file.size }, lengths);
  return { header: header.toString('base64'), slices };
};
