import type { ByteReader } from './byte-reader.ts';
import { readAhead } from './read-ahead.ts';

const headBytes = 27;
const maxPageBytes = headBytes + 255 + 255 * 255;
/** The mark of the packet that tells the rate, and where the rate is in it. */
const mark = '\x01vorbis';
const rateAt = 12;
const lastByte = rateAt + 4;

/** Whether an OGG file of Vorbis, whose first page is at `start`, has links of different sample rates, as recorded streams may. */
export const changesRate = async (file: ByteReader, start: number): Promise<boolean> => {
  const { known, read } = readAhead(file);
  let first: number | undefined;
  for (let at = start; at < file.size;) {
    const page = known(at, maxPageBytes) ?? (await read(at, maxPageBytes));
    if (page.length < headBytes || page.toString('latin1', 0, 4) !== 'OggS') return false;
    const packetAt = headBytes + page.readUInt8(26);
    const packet = page.subarray(packetAt, packetAt + lastByte);
    if (packet.length === lastByte && packet.toString('latin1', 0, mark.length) === mark) {
      const rate = packet.readUInt32LE(rateAt);
      first ??= rate;
      if (rate !== first) return true;
    }
    at += page.subarray(headBytes, packetAt).reduce((sum, lacing) => sum + lacing, packetAt);
  }
  return false;
};
