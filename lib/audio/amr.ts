import type { ByteReader } from './byte-reader.ts';

type Band = { readonly magic: string; readonly frameBytes: readonly number[]; readonly firstSilent: number };

/** By the type of a frame; from `firstSilent` on it holds no speech: comfort noise, or nothing at all. */
const bands: readonly Band[] = [
  { magic: '#!AMR\n', frameBytes: [13, 14, 16, 18, 20, 21, 27, 32, 6], firstSilent: 8 },
  { magic: '#!AMR-WB\n', frameBytes: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6], firstSilent: 9 },
];
const readBytes = 65_536;

/**
 * How many frames of 20 ms of an AMR file stand for silence. ffmpeg complains about each, as it cannot make the noise
 * that telephones fill them with, and leaves it out; the timestamps keep its place.
 */
export async function countSilentFrames(file: ByteReader, start: number): Promise<number> {
  const magic = (await file.at(start, 9)).toString('latin1');
  const band = bands.find((one) => magic.startsWith(one.magic));
  if (!band) return 0;
  let silent = 0;
  let at = start + band.magic.length;
  while (at < file.size) {
    const bytes = await file.at(at, readBytes);
    if (bytes.length === 0) break;
    let next = 0;
    while (next < bytes.length) {
      const type = ((bytes[next] ?? 0) >> 3) & 15;
      if (type >= band.firstSilent) silent += 1;
      next += band.frameBytes[type] ?? 1;
    }
    at += next;
  }
  return silent;
}
