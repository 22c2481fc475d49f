import { expect, test } from 'vitest';
import { isWholeAmr } from '#lib/speech/audio/parts/mov-amr.ts';
import { box } from '#lib/speech/audio/parts/mov-boxes.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

const none = Buffer.alloc(0);
const speech = Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31, 7)]);
const pause = Buffer.from([0x7c]);

/**
 * A file with one track that consists of these consecutive packets. The rows of `lengths` are numbers of packets and how long
 * each is.
 */
const movie = (packets: readonly Buffer[], codec = 'samr', lengths = [packets.length, 160]): Buffer => {
  const sizes = packets.map(({ length }) => length);
  const type = box('ftyp', Buffer.from('3gp4'));
  const stbl = box(
    'stbl',
    box('stsd', 0, 1, box(codec, Buffer.alloc(28))),
    box('stts', 0, lengths.length / 2, ...lengths),
    box('stsz', 0, 0, packets.length, ...sizes),
    box('stsc', 0, 1, 1, packets.length, 1),
    box('stco', 0, 1, type.length + 8),
  );
  const mdhd = box('mdhd', 0, 0, 0, 8_000, 0, 0);
  const mdia = box('mdia', mdhd, box('hdlr', 0, 0, Buffer.from('soun')), box('minf', stbl));
  const moov = box('moov', box('mvhd', 0, 0, 0, 1_000, 0), box('trak', mdia));
  return Buffer.concat([type, box('mdat', ...packets), moov]);
};

test.each([
  ['frames and pauses', movie([speech, pause, pause, speech]), true],
  [
    'several frames in a packet',
    movie([Buffer.concat([speech, pause]), Buffer.concat([speech, speech])]),
    true,
  ],
  ['packets of unequal length', movie([speech, pause, speech], 'samr', [1, 161, 1, 480, 1, 160]), true],
  ['a frame of a reserved type', movie([speech, Buffer.from([0x4c]), pause]), false],
  ['a frame that is longer than its packet', movie([speech, speech.subarray(1), pause]), false],
  ['a frame that is shorter than its packet', movie([speech, Buffer.from([0x7c, 0x80])]), false],
  ['zeros', movie([pause, Buffer.alloc(13)]), false],
  ['another codec', movie([speech, pause], 'mp4a'), false],
  ['no index', none, false],
] as const)('a 3GP file of %s', async (_, file, isWhole) => {
  expect(await isWholeAmr(bytesReader(file))).toBe(isWhole);
});

/** A file with `bytes` bytes of pauses, and a track of packets that begin at these places among them. */
const hostileMovie = (bytes: number, places: readonly number[], size: number): Buffer => {
  const type = box('ftyp', Buffer.from('3gp4'));
  const stbl = box(
    'stbl',
    box('stsd', 0, 1, box('samr', Buffer.alloc(28))),
    box('stsz', 0, 0, places.length, ...places.map(() => size)),
    box('stsc', 0, 1, 1, 1, 1),
    box('stco', 0, places.length, ...places.map((place) => type.length + 8 + place)),
  );
  const mdia = box('mdia', box('hdlr', 0, 0, Buffer.from('soun')), box('minf', stbl));
  return Buffer.concat([type, box('mdat', Buffer.alloc(bytes, pause)), box('moov', box('trak', mdia))]);
};

test.each([
  [
    'are tens of thousands of the same bytes',
    Array.from({ length: 20_000 }, (_, at) => (at % 2) * 2_000_000),
    1,
  ],
  ['are as long as the file', [0, 1, 2, 3], 2_999_990],
  ['claim four gigabytes', [0, 1], 2 ** 32 - 1],
] as const)('a 3GP file whose packets %s is read once at most', async (_, places, size) => {
  const file = hostileMovie(3_000_000, places, size);
  let read = 0;
  const reader = bytesReader(file);
  const at = async (position: number, length: number): Promise<Buffer> => {
    read += length;
    return reader.at(position, length);
  };
  expect(await isWholeAmr({ size: file.length, at })).toBe(false);
  expect(read).toBeLessThan(file.length + 2 * 1024 * 1024);
});
