import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mp3Frame } from '#lib/speech/audio/mp3-frame.ts';
import { walkFrames } from '#lib/speech/audio/parts/mp3-frames.ts';
import { planMp3 } from '#lib/speech/audio/parts/plan-mp3.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';
import { frameOf, framesOf, perSecond } from '../../../../support/mp3-frames.ts';
import { apeTag, v1Tag } from '../../../../support/mp3-tags.ts';

const lengths = speechModels['moonshine-tiny'].chunks;

const plan = (...parts: Buffer[]) => {
  const bytes = Buffer.concat(parts);
  return planMp3(bytesReader(bytes), 0, lengths);
};

/** A first frame with the number of frames, and with the delay and padding of the encoder. */
const infoOf = (frames: number, delay: number, padding: number): Buffer => {
  const frame = frameOf(9);
  frame.write('Info', 21);
  frame.writeUInt32BE(1, 25);
  frame.writeUInt32BE(frames, 29);
  frame.write('LAME', 33);
  frame.writeUIntBE((delay << 12) | padding, 33 + 21, 3);
  return frame;
};

test.each([
  [0xfffb_9064, { rate: 44_100, samples: 1_152, isMono: false, bytes: 417 }],
  [0xfffb_9264, { rate: 44_100, samples: 1_152, isMono: false, bytes: 418 }],
  [0xfff3_88c0, { rate: 16_000, samples: 576, isMono: true, bytes: 288 }],
  [0xffe3_18c4, { rate: 8_000, samples: 576, isMono: true, bytes: 72 }],
])('the header %x tells rate, length and bytes of its frame', (header, frame) => {
  expect(mp3Frame(header)).toMatchObject(frame);
});

test.each([0, 0x4944_3303, 0xfffd_9064, 0xfffb_0064, 0xfffb_f064, 0xfffb_9c64, 0xffeb_9064])(
  'the header %x begins no frame whose length is known',
  (header) => {
    expect(mp3Frame(header)).toBeUndefined();
  },
);

test('frames of any sizes are found, up to the first that is cut off or of another kind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 50 }),
      async (rates) => {
        const frames = rates.map(frameOf);
        const cutOff = frameOf(14).subarray(0, 100);
        const found = await walkFrames(bytesReader(Buffer.concat([...frames, cutOff])), 0);
        expect(found.at).toHaveLength(rates.length);
        expect(found.end).toBe(frames.reduce((sum, { length }) => sum + length, 0));
      },
    ),
  );
});

test('no more frames are kept than five hours have', async () => {
  const hours = Buffer.concat(framesOf(6 * 3_600));
  const { at } = await walkFrames(bytesReader(hours), 0);
  expect(at.length / perSecond).toBeCloseTo(5 * 3_600 + 0.5, 0);
});

test('each slice begins in the frame of its first sample, and the last ends with the last frame', async () => {
  const frames = framesOf(600);
  const found = await plan(...frames);
  if (!('slices' in found)) throw new Error(found.serially);
  const bytes = frames[0]?.length ?? 0;
  const firsts = [0, 232, 472].map((seconds) => Math.floor(seconds * perSecond));
  expect(found.slices.map(({ from }) => from / bytes)).toEqual(firsts);
  expect(found.slices.map(({ skip = 0, from }) => (from / bytes) * 1_152 + skip)).toEqual(
    [0, 232, 472].map((seconds) => seconds * 48_000),
  );
  expect(found.slices.at(-1)?.to).toBe(frames.length * bytes);
});

test('what the encoder added is left out at both ends', async () => {
  const frames = framesOf(600);
  const found = await plan(infoOf(frames.length, 576, 1_000), ...frames);
  if (!('slices' in found)) throw new Error(found.serially);
  const [first, second, last] = found.slices;
  expect(first).toMatchObject({ from: frameOf(9).length, skip: 576 + 529 });
  const bytes = frames[0]?.length ?? 0;
  const frameAt = (slice = first): number => ((slice?.from ?? 0) - frameOf(9).length) / bytes;
  expect(frameAt(second) * 1_152 + (second?.skip ?? 0)).toBe(232 * 48_000 + 576 + 529);
  expect(frameAt(last) * 1_152 + (last?.end ?? 0)).toBe(frames.length * 1_152 - (1_000 - 529));
});

test('an MP3 file with an ID3v1 tag at its end is cut in parts', async () => {
  expect(await plan(...framesOf(600), v1Tag)).toHaveProperty('slices');
});

test('an APEv2 tag may follow, as mp3gain writes it, also before an ID3v1 tag', async () => {
  const ape = apeTag(Buffer.alloc(8));
  const frames = framesOf(600);
  const end = frames.reduce((sum, { length }) => sum + length, 0);
  for (const after of [[ape], [ape, v1Tag]]) {
    const found = await plan(...frames, ...after);
    expect('slices' in found && found.slices.at(-1)?.to).toBe(end);
  }
  expect(await plan(...frames, ape.subarray(0, 50))).toEqual({ serially: 'header' });
});

/** Five minutes of frames with this header. */
const framesLike = (header: number): Buffer[] => {
  const { bytes = 0, samples = 1, rate = 0 } = mp3Frame(header) ?? {};
  const frame = Buffer.alloc(bytes);
  frame.writeUInt32BE(header);
  return Array.from({ length: Math.ceil((300 * rate) / samples) }, () => frame);
};
/** A first frame with this mark. */
const marked = (mark: string, at: number): Buffer => {
  const frame = frameOf(9);
  frame.write(mark, at);
  return frame;
};

test.each([
  ['says another number of frames', [infoOf(7, 576, 0), ...framesOf(600)]],
  ['does not say how many frames it has', [marked('Info', 21), ...framesOf(600)]],
  ['has the header of Fraunhofer, which tells no delay', [marked('VBRI', 36), ...framesOf(600)]],
  ['changes its rate', [...framesOf(300), ...framesLike(0xfffb_10c0)]],
  ['changes from mono to stereo', [...framesOf(300), ...framesLike(0xfffb_1440)]],
  ['has something else between its frames', [...framesOf(300), Buffer.alloc(10), ...framesOf(300)]],
  ['ends within a frame', [...framesOf(600), frameOf(9).subarray(0, 50)]],
  ['has no frame where it begins', [Buffer.alloc(10), ...framesOf(600)]],
  ['is longer than five hours', framesOf(5 * 3_600 + 1)],
] as const)('an MP3 file that %s is cut as one', async (_, parts) => {
  expect(await planMp3(bytesReader(Buffer.concat(parts)), 0, lengths)).toEqual({ serially: 'header' });
});
