import type { ByteReader } from './byte-reader.ts';
import { readAhead } from './read-ahead.ts';

const headBytes = 27;
const maxPageBytes = headBytes + 255 + 255 * 255;
const pageMark = 0x4f67_6753;
/** The mark of the packet that tells the rate, and where the rate is in it. */
const mark = '\x01vorbis';
const rateAt = 12;
const lastByte = rateAt + 4;

/** The rate in the first packet of a page. Undefined for any other packet. */
const rateOf = (page: Buffer, packetAt: number): number | undefined => {
  const isSetup = page[packetAt] === 1 && page.length >= packetAt + lastByte;
  return isSetup && page.toString('latin1', packetAt, packetAt + mark.length) === mark
    ? page.readUInt32LE(packetAt + rateAt)
    : undefined;
};

/**
 * Whether an OGG file of Vorbis, whose first page is at `start`, has links of different sample rates, as recorded streams
 * may. Reads the pages in place, because a hostile file has millions of empty ones.
 */
export const changesRate = async (file: ByteReader, start: number): Promise<boolean> => {
  const { known, read } = readAhead(file);
  let first: number | undefined;
  for (let at = start; at < file.size;) {
    const page = known(at, maxPageBytes) ?? (await read(at, maxPageBytes));
    if (page.length < headBytes || page.readUInt32BE() !== pageMark) return false;
    const packetAt = headBytes + page.readUInt8(headBytes - 1);
    const rate = rateOf(page, packetAt);
    first ??= rate;
    if (rate !== undefined && rate !== first) return true;
    at += packetAt;
    for (let segment = headBytes; segment < packetAt; segment += 1) at += page[segment] ?? 0;
  }
  return false;
};
