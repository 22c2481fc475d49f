import type { ByteReader } from '../byte-reader.ts';
import { readAhead } from '../read-ahead.ts';

/** A page of an Ogg stream (RFC 3533, section 6) that holds whole packets. */
type OggPage = {
  readonly at: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The number of samples up to the end of the page, as the codec counts them. */
  readonly granule: number;
  readonly stream: number;
  readonly number: number;
  readonly packets: readonly Buffer[];
};

const headBytes = 27;
const maxPageBytes = headBytes + 255 + 255 * 255;
const flags = { continued: 1, first: 2, last: 4 } as const;

/**
 * Splits `content` by the lacing values. A value of 255 means that the packet continues. Undefined if the last packet
 * does not end here.
 */
const packetsOf = (lacing: Buffer, content: Buffer): Buffer[] | undefined => {
  const packets: Buffer[] = [];
  let start = 0;
  let end = 0;
  for (const bytes of lacing) {
    end += bytes;
    if (bytes === 255) continue;
    packets.push(content.subarray(start, end));
    start = end;
  }
  return start === end ? packets : undefined;
};

/**
 * The page at the start of `bytes`, and its length. Undefined if there is none, or if the page shares a packet with
 * another one.
 */
const readPage = (bytes: Buffer, at: number): (OggPage & { readonly bytes: number }) | undefined => {
  if (bytes.length < headBytes || bytes.toString('latin1', 0, 5) !== 'OggS\0') return undefined;
  const kind = bytes.readUInt8(5);
  const contentAt = headBytes + bytes.readUInt8(26);
  const lacing = bytes.subarray(headBytes, contentAt);
  const end = lacing.reduce((sum, part) => sum + part, contentAt);
  const packets = packetsOf(lacing, bytes.subarray(contentAt, end));
  if ((kind & flags.continued) !== 0 || !packets || end > bytes.length) return undefined;
  return {
    at,
    isFirst: (kind & flags.first) !== 0,
    isLast: (kind & flags.last) !== 0,
    granule: Number(bytes.readBigInt64LE(6)),
    stream: bytes.readUInt32LE(14),
    number: bytes.readUInt32LE(18),
    packets,
    bytes: end,
  };
};

/** Yields the consecutive pages of a file. Yields undefined and stops if anything else comes before the end of the file. */
export const oggPages = async function* (file: ByteReader): AsyncGenerator<OggPage | undefined, void> {
  const { known, read } = readAhead(file);
  for (let at = 0; at < file.size;) {
    const page = readPage(known(at, maxPageBytes) ?? (await read(at, maxPageBytes)), at);
    yield page;
    if (!page) return;
    at += page.bytes;
  }
};
