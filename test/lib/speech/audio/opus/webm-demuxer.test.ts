import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webmDemuxer, type WebmPacket, type WebmStart } from '#lib/speech/audio/opus/webm-demuxer.ts';
import { element, number, of } from '../../../../support/matroska.ts';
import {
  cluster,
  noisePackets,
  opusEntry,
  opusHead,
  simpleBlock,
  webmHeader,
  webmOf,
} from '../../../../support/webm.ts';

const read = (bytes: Buffer, cuts: readonly number[] = [bytes.length], start?: WebmStart) => {
  const demuxer = webmDemuxer(start);
  const packets: WebmPacket[] = [];
  for (let at = start?.byte ?? 0, cut = 0; at < bytes.length; cut += 1) {
    const to = at + (cuts[cut % cuts.length] ?? 1);
    packets.push(...demuxer.read(bytes.subarray(at, to)));
    at = to;
  }
  return { packets, isUnsupported: demuxer.isUnsupported };
};
const timesOf = (bytes: Buffer): number[] => read(bytes).packets.map(({ timeMs }) => timeMs);

const packet = Buffer.from('a packet');
const header = webmHeader(opusEntry());
const sent = noisePackets([{ ms: 12_000, isLoud: true }]);
const stream = webmOf(sent);

test('the packets of a stream as MediaRecorder writes it come out with their times', () => {
  const { packets, isUnsupported } = read(stream);
  expect(packets.map(({ timeMs, data }) => ({ atMs: timeMs, data: Buffer.from(data) }))).toEqual(sent);
  expect(packets.filter(({ isFirst }) => isFirst)).toEqual(packets.slice(0, 1));
  expect(packets[0]?.track).toEqual({ number: 1, channels: 1, preSkip: 312, tickMs: 1 });
  expect(isUnsupported).toBe(false);
});

test('the packets of a WebM stream are the same wherever its bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 30 }), (cuts) => {
      expect(read(stream, cuts)).toEqual(read(stream));
    }),
    { numRuns: 50 },
  );
  expect(read(stream.subarray(0, 5_000), [1])).toEqual(read(stream.subarray(0, 5_000)));
});

test('a stream can be read from any of its packets on', () => {
  const { packets } = read(stream);
  for (const from of [1, 100, packets.length - 1])
    expect(read(stream, [500], packets[from]).packets).toEqual(packets.slice(from));
});

test('elements of known size, groups of blocks and other elements are read like the rest', () => {
  const group = of(
    'a0',
    element('a1', Buffer.concat([Buffer.from([0x81, 0, 40, 0]), packet])),
    number('9b', 20),
  );
  const known = of(
    '1f43b675',
    number('e7', 100),
    element('ec', Buffer.alloc(99)),
    simpleBlock(20, packet),
    group,
  );
  expect(timesOf(Buffer.concat([header, known]))).toEqual([120, 140]);
});

test('blocks of another track are left out', () => {
  const entries = webmHeader(opusEntry(), opusEntry(1, { type: 1, track: 2, codec: 'V_VP8' }));
  const video = element('a3', Buffer.concat([Buffer.from([0x82, 0, 0, 0x80]), packet]));
  expect(timesOf(Buffer.concat([entries, cluster(0, video, simpleBlock(20, packet))]))).toEqual([20]);
});

test('a second header begins a new time', () => {
  const again = Buffer.concat([header, cluster(0, simpleBlock(0, packet), simpleBlock(20, packet))]);
  const { packets } = read(Buffer.concat([again, again]));
  expect(packets.map(({ timeMs, isFirst }) => [timeMs, isFirst])).toEqual([
    [0, true],
    [20, false],
    [0, true],
    [20, false],
  ]);
});

test('where bytes are missing, it goes on with the next cluster', () => {
  const second = stream.indexOf(Buffer.from('1f43b675', 'hex'), stream.indexOf('1f43b675', 0, 'hex') + 1);
  for (const [from, length] of [
    [2_000, 3_000],
    [2_001, 10],
    [second - 50, 20],
  ] as const) {
    const damaged = Buffer.from(stream);
    damaged.fill(0, from, from + length);
    const times = timesOf(damaged);
    expect(times[0]).toBe(0);
    expect(times.slice(-350)).toEqual(sent.slice(-350).map(({ atMs }) => atMs));
  }
});

describe('a stream is refused', () => {
  const blocks = cluster(0, simpleBlock(0, packet));
  const compressed = Buffer.concat([number('d7', 1), number('83', 2), of('6d80', of('6240'))]);
  const streams: Readonly<Record<string, Buffer>> = {
    'that is none': Buffer.from('OggS and more'),
    'of PCM': Buffer.alloc(100),
    'without tracks': Buffer.concat([webmHeader(), blocks]),
    'of Vorbis': Buffer.concat([webmHeader(opusEntry(1, { codec: 'A_VORBIS' })), blocks]),
    'with two audio tracks': Buffer.concat([webmHeader(opusEntry(), opusEntry(1, { track: 2 })), blocks]),
    'of six channels': Buffer.concat([webmHeader(opusEntry(6)), blocks]),
    'of two channels by a table': Buffer.concat([
      webmHeader(opusEntry(2, { head: opusHead(2, { mapping: 1 }) })),
      blocks,
    ]),
    'without a set-up': Buffer.concat([webmHeader(opusEntry(1, { head: Buffer.alloc(5) })), blocks]),
    'that is encrypted or compressed': Buffer.concat([webmHeader(of('ae', compressed)), blocks]),
    'with laces': Buffer.concat([header, cluster(0, simpleBlock(0, packet, 0x86))]),
    'whose tracks change': Buffer.concat([header, blocks, webmHeader(opusEntry(2)), blocks]),
    'with an element of a megabyte': Buffer.concat([header, element('ec', Buffer.alloc(1_000_000))]),
    // A session keeps the times of its stream, and the table takes no such number.
    'that begins after 285 million years': Buffer.concat([
      header,
      of('1f43b675', number('e7', 2 ** 53), simpleBlock(0, packet)),
    ]),
    'that begins never': Buffer.concat([
      header,
      of('1f43b675', element('e7', Buffer.alloc(200, 0xff)), simpleBlock(0, packet)),
    ]),
    'whose clock ticks once in 285 million years': Buffer.concat([
      header.subarray(0, header.indexOf('18538067', 0, 'hex')),
      of(
        '18538067',
        of('1549a966', element('2ad7b1', Buffer.alloc(10, 0xff))),
        of('1654ae6b', opusEntry()),
        blocks,
      ),
    ]),
    'with damage before its tracks': Buffer.concat([header.subarray(0, 40), Buffer.alloc(100)]),
  };
  test.each(Object.entries(streams))('a stream %s is refused', (_, bytes) => {
    expect(read(bytes).isUnsupported).toBe(true);
    expect(read(bytes, [1])).toEqual(read(bytes));
  });

  test('a stream is refused after the packets before what is wrong with it', () => {
    const wrong = Buffer.concat([stream, simpleBlock(20, packet, 0x82), stream]);
    const { packets, isUnsupported } = read(wrong, [999]);
    expect([packets.length, isUnsupported]).toEqual([sent.length, true]);
  });
});

test('damaged streams are read or refused, and cuts do not matter to them either', () => {
  const damages = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(damages, fc.integer({ min: 1, max: 5_000 }), (changes, cut) => {
      const damaged = Buffer.from(stream.subarray(0, 20_000));
      for (const [at, value] of changes) damaged[at % (at % 2 ? 300 : damaged.length)] = value;
      expect(read(damaged, [cut])).toEqual(read(damaged));
    }),
    { numRuns: 300 },
  );
});
