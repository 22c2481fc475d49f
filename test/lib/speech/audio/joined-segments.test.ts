import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkSegments } from '#lib/speech/audio/joined-segments.ts';
import { anyDamage } from '../../../support/any-damage.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { element, of } from '../../../support/matroska.ts';
import { cluster, opusEntry, webmHeader } from '../../../support/webm.ts';

const header = of('1a45dfa3', element('4282', Buffer.from('webm')));
const segmentOf = (content: Buffer): Buffer => element('18538067', content);
const head = Buffer.concat([header, segmentOf(Buffer.alloc(0))]);
const sound = cluster(0, Buffer.alloc(99, 7));
const recording = Buffer.concat([header, segmentOf(sound)]);
const liveSegment = Buffer.from('1853806701ffffffffffffff', 'hex');
/** A recording as browsers write it, which does not say where it ends. */
const live = Buffer.concat([header, liveSegment, sound]);

/** The bytes of these files without what is between their segments. */
const joined = async (...files: readonly Buffer[]): Promise<Buffer> => {
  const file = Buffer.concat(files);
  const { between } = await walkSegments(bytesReader(file), 0);
  const starts = [0, ...between.map(({ to }) => to)];
  return Buffer.concat(starts.map((start, nth) => file.subarray(start, between[nth]?.from)));
};

const anyFile = fc.record({
  isLive: fc.boolean(),
  content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

test('the contents of all segments of joined Matroska files follow each other, whether they say where they end or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFile, { minLength: 1, maxLength: 9 }), async (parts) => {
      const files = parts.map(({ isLive, content }) =>
        Buffer.concat([header, isLive ? Buffer.concat([liveSegment, content]) : segmentOf(content)]),
      );
      const [first = Buffer.alloc(0)] = files;
      const expected = Buffer.concat([first, ...parts.slice(1).map(({ content }) => content)]);
      expect((await joined(...files)).equals(expected)).toBe(true);
    }),
  );
});

test('the end of a live recording is found wherever it is, behind bytes that only look like one', async () => {
  for (const bytes of [0, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536, 200_000]) {
    const first = Buffer.concat([live, Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(bytes, 7)]);
    expect(await joined(first, recording)).toEqual(Buffer.concat([first, sound]));
  }
});

test.each([
  ['one recording', [recording]],
  ['a live recording', [live]],
  ['a recording with something else behind it', [recording, Buffer.alloc(50), recording]],
  ['a recording that is cut off', [recording.subarray(0, -1)]],
  ['a recording with a header behind it that is cut off', [recording, head.subarray(0, -9)]],
] as const)('nothing is left out of %s', async (_, files) => {
  expect(await joined(...files)).toEqual(Buffer.concat(files));
});

/** The share of the declared bytes that these files have. */
const shareOf = async (...files: readonly Buffer[]): Promise<number | undefined> =>
  (await walkSegments(bytesReader(Buffer.concat(files)), 0)).declared.share;
const long = Buffer.concat([header, segmentOf(Buffer.alloc(1_000))]);
const cutOff = long.subarray(0, -500);

test.each([
  ['one that is cut off', [cutOff], 0.5],
  [
    'one without its last 699,999,996 bytes',
    [Buffer.concat([header, Buffer.from('1853806701000000', 'hex'), Buffer.from('29b92700abcd', 'hex')])],
    4 / 700_000_000,
  ],
  ['the last of which is cut off', [long, cutOff], 0.755],
  ['the last of which is cut off, behind a live one', [live, live, cutOff], 0.625],
  ['all of which are whole', [long, live, long], 1],
  ['the last of which is live and declares no length', [long, live.subarray(0, -50)], 1],
  ['with something else behind them', [long, long, Buffer.alloc(50)], 1],
] as const)(
  'Matroska files are cut off if the last one declares a later end: %s',
  async (_, files, share) => {
    expect(await shareOf(...files)).toBeCloseTo(share, 2);
  },
);

const vorbis = opusEntry(1, { codec: 'A_VORBIS' });
test.each([
  ['Opus of one and two channels', [opusEntry(1), opusEntry(2)], undefined],
  ['the same Vorbis', [vorbis, vorbis], undefined],
  ['Opus behind Vorbis', [vorbis, opusEntry(1)], 'joined'],
  ['Vorbis of two settings', [vorbis, vorbis, opusEntry(2, { codec: 'A_VORBIS' })], 'joined'],
  [
    'Opus behind pictures',
    [opusEntry(1), Buffer.concat([opusEntry(1, { type: 1 }), opusEntry(1, { track: 2 })])],
    'joined',
  ],
] as const)(
  'joined Matroska files are read as one only if the settings of the first suit all: %s',
  async (_, entries, fault) => {
    const files = entries.map((entry) => Buffer.concat([webmHeader(entry), sound]));
    expect((await walkSegments(bytesReader(Buffer.concat(files)), 0)).declared.fault).toBe(fault);
  },
);

test('of a file of a million joined ones, or of their marks, few are read', async () => {
  const marks = Buffer.alloc(4_000_000, Buffer.from('1a45dfa3', 'hex'));
  for (const [bytes, spans] of [
    [Buffer.alloc(1_000_000 * head.length, head), 10_000],
    [Buffer.concat([live, marks]), 0],
  ] as const) {
    let reads = 0;
    const file = bytesReader(bytes);
    const at = (position: number, length: number) => {
      reads += 1;
      return file.at(position, length);
    };
    expect((await walkSegments({ size: file.size, at }, 0)).between).toHaveLength(spans);
    expect(reads).toBeLessThan(50_000);
  }
});

test('the search for joined Matroska files fails for no damaged file', async () => {
  await fc.assert(
    fc.asyncProperty(anyDamage(Buffer.concat([recording, recording, live])), async (damaged) => {
      expect(await joined(damaged)).toBeInstanceOf(Buffer);
    }),
  );
});
