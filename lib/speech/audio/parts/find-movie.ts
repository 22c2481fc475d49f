import type { ByteReader } from '../byte-reader.ts';
import { box, boxHead, maxHeadBytes } from './mov-boxes.ts';

/** The tables of five hours of AAC take 4 MB. */
const maxMovieBytes = 32 * 1024 * 1024;
const maxTypeBytes = 256;
/** Bounds the search in a hostile file. */
const maxBoxes = 100;

type Top = { readonly moov: Buffer | undefined; readonly type: Buffer };

/** The content of the moov box, and the whole ftyp box, which ffmpeg uses to distinguish MP4 from QuickTime. */
export const findMovie = async (file: ByteReader): Promise<Top> => {
  let type = Buffer.alloc(0);
  for (let at = 0, seen = 0; at + 8 <= file.size && seen < maxBoxes; seen += 1) {
    const { type: name, bytes, headBytes } = boxHead(await file.at(at, maxHeadBytes));
    if (bytes < headBytes) break;
    const content = (): Promise<Buffer> => file.at(at + headBytes, bytes - headBytes);
    if (name === 'ftyp' && bytes <= maxTypeBytes) type = Buffer.from(box(name, await content()));
    if (name === 'moov') return { moov: bytes <= maxMovieBytes ? await content() : undefined, type };
    at += bytes;
  }
  return { moov: undefined, type };
};
