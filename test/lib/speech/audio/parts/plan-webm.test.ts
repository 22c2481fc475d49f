import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webmDemuxer } from '#lib/speech/audio/opus/webm-demuxer.ts';
import { planWebm } from '#lib/speech/audio/parts/plan-webm.ts';
import { walkClusters } from '#lib/speech/audio/parts/webm-clusters.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';
import { element, number, of } from '../../../../support/matroska.ts';
import { numberIn, opusPacket } from '../../../../support/opus-packets.ts';
import { expectPacketsOfItsTime } from '../../../../support/opus-slices.ts';
import { cluster, opusEntry, simpleBlock, webmHeader } from '../../../../support/webm.ts';
import { describeWalkedOpus } from './walked-opus.contract.ts';

const lengths = speechModels['moonshine-tiny'].chunks;
const plan = (file: Buffer) => planWebm(bytesReader(file), 0, lengths);

type Packet = { readonly ms: 20 | 60 | 120; readonly lateMs?: number; readonly mode?: 'silk' };

/** A file of consecutive packets, in clusters of `clusterMs`. */
const fileOf = (packets: readonly Packet[], clusterMs = 5_000, header = webmHeader(opusEntry())): Buffer => {
  let endMs = 0;
  const blocks = packets.map(({ ms, lateMs = 0, mode }, nth) => {
    const atMs = Math.max(0, endMs + lateMs);
    endMs += ms;
    return { atMs, data: opusPacket(ms, nth, mode) };
  });
  const clusters = Map.groupBy(blocks, ({ atMs }) => Math.floor(atMs / clusterMs));
  const bodies = [...clusters.values()].map((own) => {
    const from = own[0]?.atMs ?? 0;
    return cluster(from, ...own.map(({ atMs, data }) => simpleBlock(atMs - from, data)));
  });
  return Buffer.concat([header, ...bodies]);
};
const plain = (seconds: number, change: (at: number) => Partial<Packet> = () => ({})): Packet[] =>
  Array.from({ length: Math.ceil(seconds / 0.12) }, (_, at) => ({ ms: 120, ...change(at) }));

/** Changes a packet so that it declares no frames. */
const withoutFrames = (file: Buffer, packet: number): Buffer => {
  file.writeUInt8(0, file.indexOf(opusPacket(120, packet)) + 1);
  return file;
};

const anyFile = fc.record({
  packets: fc.array(
    fc.record({ ms: fc.constantFrom(60 as const, 120 as const), lateMs: fc.integer({ min: -20, max: 20 }) }),
    { minLength: 8_200, maxLength: 8_400 },
  ),
  clusterMs: fc.constantFrom(1_000, 5_000, 30_000),
});

test('each slice of a WebM file has the packets of its time, and says how many samples of them come too early', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, async ({ packets, clusterMs }) => {
      const file = fileOf(packets, clusterMs);
      const found = await plan(file);
      if (!('slices' in found)) throw new Error(found.serially);
      const startMs = packets.map(() => 0);
      for (const [at, { ms }] of packets.entries()) startMs[at + 1] = (startMs[at] ?? 0) + ms;
      for (const [part, { from, to, skip = 0 }] of found.slices.entries()) {
        const slice = Buffer.concat([Buffer.from(found.header, 'base64'), file.subarray(from, to)]);
        const numbers = webmDemuxer()
          .read(slice)
          .map(({ data }) => numberIn(data));
        expectPacketsOfItsTime({ part, parts: found.slices.length, skip, packets: numbers }, startMs);
      }
    }),
    { numRuns: 5 },
  );
});

/** A seek head with one position, which counts from the start of the segment's content. */
const seekHeadOf = (id: string, position: number): Buffer =>
  of('114d9b74', of('4dbb', element('53ab', Buffer.from(id, 'hex')), number('53ac', position)));

test('a slice has neither the positions of what it lacks nor a length', async () => {
  const file = fileOf(plain(600));
  const inSegment = file.indexOf('18538067', 0, 'hex') + 12;
  const seekHead = seekHeadOf('1549a966', seekHeadOf('1549a966', 0).length);
  const found = await plan(Buffer.concat([file.subarray(0, inSegment), seekHead, file.subarray(inSegment)]));
  const header = Buffer.from('header' in found ? found.header : '', 'base64');
  expect(header.toString('hex')).toBe(webmHeader(opusEntry()).toString('hex'));
});

test('a slice has the tags of its file, because a decoder that finds them damaged refuses the whole file', async () => {
  const file = fileOf(plain(600));
  const inSegment = file.indexOf('18538067', 0, 'hex') + 12;
  const tags = element('1254c367', Buffer.alloc(50, 7));
  const found = await plan(Buffer.concat([file.subarray(0, inSegment), tags, file.subarray(inSegment)]));
  const header = Buffer.from('header' in found ? found.header : '', 'base64');
  expect(header.includes(tags)).toBe(true);
});

test.each([
  ['where another element is', '1654ae6b', 1],
  ['past its end', '1549a966', 0xffff_ffff],
])(
  'a WebM file that finds an element %s is cut as one, because its decoder refuses it',
  async (_, id, at) => {
    const file = fileOf(plain(600));
    const inSegment = file.indexOf('18538067', 0, 'hex') + 12;
    const withHead = (head: Buffer) =>
      plan(Buffer.concat([file.subarray(0, inSegment), head, file.subarray(inSegment)]));
    const { length } = seekHeadOf('1549a966', 1);
    expect(await withHead(seekHeadOf('1549a966', length))).toHaveProperty('slices');
    expect(await withHead(seekHeadOf(id, at))).toEqual({ serially: 'header' });
  },
);

test('a WebM file that is shorter than its header says is cut as one, because slices say no length', async () => {
  const file = fileOf(plain(600));
  const inSegment = file.indexOf('18538067', 0, 'hex') + 12;
  const segment = element('18538067', file.subarray(inSegment));
  const whole = Buffer.concat([file.subarray(0, inSegment - 12), segment]);
  expect(await plan(whole)).toHaveProperty('slices');
  expect(await plan(whole.subarray(0, -100))).toEqual({ serially: 'header' });
});

test.each([
  ['leaves a packet out', plain(600).toSpliced(3_000, 0, { ms: 60, lateMs: 60 })],
  ['is late from somewhere on', plain(600, (at) => (at > 3_000 ? { lateMs: 50 } : {}))],
  ['begins later', plain(600, () => ({ lateMs: 100 }))],
])('a WebM file that %s is cut as one', async (_, packets) => {
  expect(await plan(fileOf(packets))).toEqual({ serially: 'gaps' });
});

test.each([
  ['of speech of a low bitrate', fileOf(plain(600, (at) => (at === 3_000 ? { mode: 'silk' } : {}))), 'silk'],
  ['of Vorbis', fileOf(plain(600), 5_000, webmHeader(opusEntry(1, { codec: 'A_VORBIS' }))), 'format'],
  ['that is followed by another', Buffer.concat([fileOf(plain(300)), fileOf(plain(300))]), 'gaps'],
  ['with a damaged packet', withoutFrames(fileOf(plain(600)), 3_000), 'gaps'],
  [
    'with a long header',
    fileOf(plain(600), 5_000, webmHeader(opusEntry(), element('ec', Buffer.alloc(9_000)))),
    'header',
  ],
  ['of more than five hours', fileOf(plain(18_001)), 'header'],
])('a WebM file %s is cut as one', async (_, file, serially) => {
  expect(await plan(file)).toEqual({ serially });
});

/** A file of `count` clusters with one packet of 2.5 or 20 ms each. */
const tinyClusters = (count: number, ms: 2.5 | 20): Buffer => {
  const one = cluster(0, simpleBlock(0, Buffer.from([(ms === 20 ? 31 : 28) << 3])));
  const timeAt = cluster(0).length - 4;
  const sound = Buffer.alloc(count * one.length, one);
  for (let nth = 0; nth < count; nth += 1)
    sound.writeUInt32BE(Math.floor(ms * nth), nth * one.length + timeAt);
  return Buffer.concat([webmHeader(opusEntry()), sound]);
};

test('of a WebM file of millions of empty elements, not all are read', async () => {
  const file = Buffer.concat([webmHeader(opusEntry()), Buffer.alloc(20_000_000, Buffer.from('ec80', 'hex'))]);
  let read = 0;
  const { size, at } = bytesReader(file);
  const counted = (position: number, length: number) => {
    read = Math.max(read, position + length);
    return at(position, length);
  };
  expect(await planWebm({ size, at: counted }, 0, lengths)).toEqual({ serially: 'format' });
  expect(read).toBeLessThan(10_000_000);
});

describeWalkedOpus({
  unit: 'cluster',
  plan,
  walk: walkClusters,
  tiny: tinyClusters,
  eightHours: () => fileOf(plain(8 * 3_600)),
  minutes: () => fileOf(plain(500)),
});
