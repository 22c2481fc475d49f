import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { pageRate, walkPages } from './opus-pages.ts';
import { slicesAt } from './slice-places.ts';

/**
 * Plans the parts of an Ogg Opus file, as messengers and browsers record it. The whole file must be read to locate its
 * pages and to see that none is missing. Opus decodes to the same samples from any starting point after a while.
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
