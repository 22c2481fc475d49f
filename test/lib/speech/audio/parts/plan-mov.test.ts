import fc from 'fast-check';
import { expect, test } from 'vitest';
import { box, boxAt, boxesIn, numbers } from '#lib/speech/audio/parts/mov-boxes.ts';
import { movHead } from '#lib/speech/audio/parts/mov-head.ts';
import { type MovTrack, movTrack } from '#lib/speech/audio/parts/mov-track.ts';
import { planMov } from '#lib/speech/audio/parts/plan-mov.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

const lengths = speechModels['moonshine-tiny'].chunks;
const type = box('ftyp', Buffer.from('M4A '), 0);
const timescale = 48_000;
const packet = 9_600;
const delay = 2_112;
const description = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('alac', Buffer.alloc(28))]);

/** A track with packets of these sizes. Before each packet there are `gap` bytes of something else. */
const trackOf = (packets: readonly { readonly bytes: number; readonly gap: number }[]): MovTrack => {
  const at: number[] = [];
  let end = 0;
  for (const { bytes, gap } of packets) {
    at.push(end + gap);
    end += gap + bytes;
  }
  const sizes = Uint32Array.from(packets, ({ bytes }) => bytes);
  const length = (packets.length - 1) * packet + 5_000;
  const times = { packet, lastPacket: 5_000, from: delay, to: length - 700 };
  return { timescale, description, at: Float64Array.from(at), sizes, ...times };
};

/** The file of a track. Each packet is filled with its number. */
const fileOf = (track: MovTrack): Buffer => {
  const { at, sizes, from, to } = track;
  const head = movHead(track, { first: 0, end: sizes.length, from, to }, type);
  const sound = Buffer.alloc((at.at(-1) ?? 0) + (sizes.at(-1) ?? 0) - (at[0] ?? 0), 0xee);
  for (const [i, start] of at.entries())
    sound.fill(i % 251, start - (at[0] ?? 0), start - (at[0] ?? 0) + (sizes[i] ?? 0));
  return Buffer.concat([head, sound]);
};

const seconds = (count: number) => Math.ceil((count * timescale) / packet);
const plain = (count: number) =>
  fileOf(trackOf(Array.from({ length: seconds(count) }, () => ({ bytes: 3, gap: 0 }))));
const plan = (file: Buffer) => planMov(bytesReader(file), 0, lengths);
const trackIn = (file: Buffer): MovTrack => {
  const track = movTrack(boxAt(file, 'moov') ?? Buffer.alloc(0), file.length);
  if (!track) throw new Error('The file has no track.');
  return track;
};

const anyPackets = fc.array(
  fc.record({ bytes: fc.integer({ min: 1, max: 9 }), gap: fc.constantFrom(0, 0, 0, 5) }),
  {
    minLength: seconds(490),
    maxLength: seconds(740),
  },
);

test('each slice is a file with the packets of its time, of which it plays what the whole file does', async () => {
  await fc.assert(
    fc.asyncProperty(anyPackets, async (packets) => {
      const file = fileOf(trackOf(packets));
      const whole = trackIn(file);
      const found = await plan(file);
      if (!('slices' in found)) throw new Error(found.serially);
      const { slices, heads = [] } = found;
      for (const [part, { from, to }] of slices.entries()) {
        const slice = Buffer.concat([heads[part] ?? Buffer.alloc(0), file.subarray(from, to)]);
        const track = trackIn(slice);
        const first = whole.at.indexOf(from);
        // The slice starts at the same sample as in the whole file.
        const begin = part === 0 ? 0 : part * 240 - 8;
        expect(first * packet + track.from).toBe(delay + begin * timescale);
        const isLast = part + 1 === slices.length;
        const end = first * packet + track.to;
        expect(end).toBeLessThanOrEqual(whole.to);
        const needed = isLast ? whole.to : delay + (part * 240 + 245) * timescale;
        expect(end).toBeGreaterThanOrEqual(Math.min(needed, whole.to));
        for (const [i, start] of track.at.entries())
          expect(slice.subarray(start, start + (track.sizes[i] ?? 0))).toEqual(
            file.subarray(whole.at[first + i], (whole.at[first + i] ?? 0) + (whole.sizes[first + i] ?? 0)),
          );
      }
    }),
    { numRuns: 5 },
  );
});

const nested: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl']);

test('a movie whose tables are behind the sound, with lengths and positions of 64 bits, is cut in the same slices', async () => {
  const file = plain(600);
  const sound = boxAt(file, 'mdat') ?? Buffer.alloc(0);
  const before = Buffer.concat([type, numbers([1]), Buffer.from('mdat'), numbers([0, 16 + sound.length])]);
  const withLongPositions = (content: Buffer): Buffer =>
    Buffer.concat(
      [...boxesIn(content)].map(({ type: name, content: inner }) => {
        if (name === 'stco') return box('co64', 0, 1, 0, before.length);
        return box(name, nested.has(name) ? withLongPositions(inner) : inner);
      }),
    );
  const movie = withLongPositions(boxAt(file, 'moov') ?? Buffer.alloc(0));
  const tables = Buffer.concat([numbers([1]), Buffer.from('moov'), numbers([0, 16 + movie.length]), movie]);
  const expected = await plan(file);
  if (!('slices' in expected)) throw new Error(expected.serially);
  const moved = before.length - (file.length - sound.length);
  const slices = expected.slices.map(({ from, to }) => ({ from: from + moved, to: to + moved }));
  expect(await plan(Buffer.concat([before, sound, tables]))).toEqual({ ...expected, slices });
});

/** Overwrites four bytes after the type of a box. */
const changed = (file: Buffer, name: string, offset: number, value: number): Buffer => {
  const copy = Buffer.from(file);
  copy.writeInt32BE(value, copy.indexOf(name, 0, 'latin1') + 4 + offset);
  return copy;
};
const renamed = (file: Buffer, name: string, other: string): Buffer => {
  const copy = Buffer.from(file);
  copy.write(other, copy.indexOf(name, 0, 'latin1'), 'latin1');
  return copy;
};

test.each([
  ['begins later, by an edit of nothing', (file: Buffer) => changed(file, 'elst', 12, -1)],
  ['is played faster', (file: Buffer) => changed(file, 'elst', 16, 0x2_0000)],
  ['says no length of what is played', (file: Buffer) => changed(file, 'elst', 8, 0)],
  ['has fewer chunks than packets', (file: Buffer) => changed(file, 'stsc', 12, 7)],
  ['has packets of a codec that it does not describe', (file: Buffer) => changed(file, 'stsc', 16, 0x1_0001)],
  ['has packets past its end', (file: Buffer) => changed(file, 'stco', 8, file.length - 5)],
  ['has packets of one size', (file: Buffer) => changed(file, 'stsz', 4, 3)],
  ['has no time scale', (file: Buffer) => changed(file, 'mdhd', 12, 0)],
  ['has packets of no length', (file: Buffer) => changed(file, 'stts', 12, 0)],
  [
    'has several packets of another length',
    (file: Buffer) => changed(changed(file, 'stts', 8, seconds(600) - 2), 'stts', 16, 2),
  ],
  ['leaves out its first second', (file: Buffer) => changed(file, 'elst', 12, timescale)],
  ['has no audio', (file: Buffer) => renamed(file, 'soun', 'vide')],
  ['has no tables', (file: Buffer) => renamed(file, 'moov', 'free')],
  ['is cut off', (file: Buffer) => file.subarray(0, file.length - 1)],
])('an MP4 file that %s is cut as one', async (_, change) => {
  expect(await plan(change(plain(600)))).toEqual({ serially: 'header' });
});

test('an MP4 file is cut as one if a slice would have more packets than any codec makes, so that they fit into memory', async () => {
  const track = trackOf(Array.from({ length: 250_000 }, () => ({ bytes: 1, gap: 1 })));
  // Only its first ten minutes are played.
  const found = await plan(fileOf({ ...track, to: 600 * timescale }));
  expect('serially' in found && found.serially).toBe('header');
});

test('a damaged file is planned or cut as one, and never fails its planner', async () => {
  const file = plain(600);
  const tablesEnd = file.indexOf('mdat', 0, 'latin1');
  const damages = fc.array(fc.tuple(fc.nat(tablesEnd), fc.oneof(fc.maxSafeNat(), fc.constant(0xffff_ffff))), {
    minLength: 1,
    maxLength: 3,
  });
  const boxes = [
    'mvhd',
    'trak',
    'elst',
    'mdhd',
    'hdlr',
    'stbl',
    'stsd',
    'stts',
    'stsc',
    'stsz',
    'stco',
    'alac',
  ];
  const near = fc.tuple(fc.constantFrom(...boxes), fc.integer({ min: -4, max: 24 }));
  await fc.assert(
    fc.asyncProperty(damages, fc.option(near), async (changes, place) => {
      const damaged = Buffer.from(file);
      for (const [at, value] of changes) {
        const [name, offset] = place ?? [undefined, at];
        const start = name === undefined ? 0 : damaged.indexOf(name, 0, 'latin1');
        damaged.writeUInt32BE(value % 2 ** 32, Math.max(0, start + offset));
      }
      expect(await plan(damaged)).toBeTypeOf('object');
    }),
    { numRuns: 300 },
  );
});

test('an MP4 file that another one follows is cut as one, which fails', async () => {
  expect(await plan(Buffer.concat([plain(600), plain(1)]))).toEqual({ serially: 'header' });
});

test('an MP4 file that ends anywhere in its tables is cut as one', async () => {
  const file = plain(600);
  await fc.assert(
    fc.asyncProperty(fc.nat(file.indexOf('mdat', 0, 'latin1')), async (end) => {
      expect(await plan(file.subarray(0, end))).toEqual({ serially: 'header' });
    }),
  );
});

test.each([
  ['fragments', box('mvex')],
  ['delays that only a tag of iTunes tells', box('udta', Buffer.from('iTunSMPB'))],
])('a movie with %s is cut as one', (_, more) => {
  const file = plain(600);
  const moov = boxAt(file, 'moov') ?? Buffer.alloc(0);
  expect(movTrack(moov, file.length)).toBeDefined();
  expect(movTrack(Buffer.concat([moov, more]), file.length)).toBeUndefined();
});

test.each([
  ['AMR', 'samr'],
  ['AAC of QuickTime', 'mp4a'],
])('%s in MP4 is cut as one', async (_, codec) => {
  expect(await plan(renamed(plain(600), 'alac', codec))).toEqual({ serially: 'format' });
});

test('speech in Opus of a low bitrate is cut as one, because its last bits depend on where decoding begins', async () => {
  expect(await plan(renamed(plain(600), 'alac', 'Opus'))).toEqual({ serially: 'silk' });
});
