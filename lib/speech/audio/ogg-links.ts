import type { ByteReader } from './byte-reader.ts';
import type { ByteEdit } from './decoder-input.ts';
import { flacStreamInfo } from './flac-stream-info.ts';
import { readAhead } from './read-ahead.ts';

const headBytes = 27;
const maxPageBytes = headBytes + 255 + 255 * 255;
const pageMark = 0x4f67_6753;
const streamAt = 14;

/** How the first packets of a stream begin: "\x01vor", "\x7fFLA" and "OpusHead". */
const marks = { vorbis: 0x0176_6f72, flac: 0x7f46_4c41, opus: 0x4f70_7573, head: 0x4865_6164 } as const;
/** Where the first packet of Vorbis tells its rate. */
const rateAt = 12;
/** Where the first packet of FLAC has what a FLAC file begins with. */
const flacAt = 9;
/** Longer than the fields that are read here, and shorter than the first packet of any codec. */
const setupBytes = 16;

/** The rate of a stream whose times depend on it. Undefined if its first packet is not here. */
const rateOf = (page: Buffer, packetAt: number): number | undefined => {
  const mark = page.readUInt32BE(packetAt);
  if (mark === marks.vorbis) return page.readUInt32LE(packetAt + rateAt);
  return mark === marks.flac ? flacStreamInfo(page.subarray(packetAt + flacAt))?.rate : undefined;
};

const isOpusHead = (page: Buffer, packetAt: number): boolean =>
  page.readUInt32BE(packetAt) === marks.opus && page.readUInt32BE(packetAt + 4) === marks.head;

/**
 * An Opus file that decodes to nothing: its only packet, of 2.5 ms, is skipped. Its serial number is "Ears". The pages
 * are its head, its tags and that packet.
 */
const silentLink = Buffer.from(
  [
    '4f676753000200000000000000007372614500000000802f54aa01134f707573486561640101780080bb0000000000',
    '4f6767530000000000000000000073726145010000008466fc8201104f707573546167730000000000000000',
    '4f676753000478000000000000007372614502000000be76fc47010180',
  ].join(''),
  'hex',
);

/** Enough for five hours of links of two seconds each. The limit bounds the memory that a hostile file takes. */
const maxEdits = 10_000;

type OggLinks = {
  /** Whether a link of Vorbis or FLAC has another sample rate than the first one. */
  readonly changesRate: boolean;
  /**
   * Puts another link before each link of Opus that has the serial number of the link before. If the number stays the same,
   * the decoder takes headers for sound and short links for padding.
   */
  readonly edits: readonly ByteEdit[];
};

/**
 * Reads the pages of a chain of OGG files, the first of which begins at `start`. Reads them in place, because a hostile
 * file has millions of empty ones.
 */
export const walkLinks = async (file: ByteReader, start: number): Promise<OggLinks> => {
  const { known, read } = readAhead(file);
  const edits: ByteEdit[] = [];
  let firstRate: number | undefined;
  let changesRate = false;
  let lastStream: number | undefined;
  for (let at = start; at < file.size;) {
    const page = known(at, maxPageBytes) ?? (await read(at, maxPageBytes));
    if (page.length < headBytes || page.readUInt32BE() !== pageMark) break;
    const packetAt = headBytes + page.readUInt8(headBytes - 1);
    const isLong = page.length >= packetAt + setupBytes;
    const rate = isLong ? rateOf(page, packetAt) : undefined;
    firstRate ??= rate;
    changesRate ||= rate !== undefined && rate !== firstRate;
    if (isLong && isOpusHead(page, packetAt)) {
      const stream = page.readUInt32LE(streamAt);
      if (stream === lastStream && edits.length < maxEdits)
        edits.push({ from: at, to: at, instead: silentLink });
      lastStream = stream;
    }
    at += packetAt;
    for (let segment = headBytes; segment < packetAt; segment += 1) at += page[segment] ?? 0;
  }
  return { changesRate, edits };
};
