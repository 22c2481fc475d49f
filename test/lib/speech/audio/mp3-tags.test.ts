import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tagsAmongFrames } from '#lib/speech/audio/mp3-tags.ts';
import { anyDamage } from '../../../support/any-damage.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { framesOf } from '../../../support/mp3-frames.ts';
import { apeTag, lyricsTag, pictureTag, v1Tag, v2Tag } from '../../../support/mp3-tags.ts';

const sound = Buffer.concat(framesOf(2));
const otherSound = Buffer.concat(framesOf(1, 9));
const v2 = v2Tag(Buffer.alloc(300));
const picture = pictureTag(Buffer.alloc(50_000, 7));
const ape = apeTag(Buffer.from('gain'));
const lyrics = lyricsTag('[00:01]la la');

/** The bytes of a file of these pieces without its tags. */
const withoutTags = async (...pieces: readonly Buffer[]): Promise<Buffer> => {
  const file = Buffer.concat(pieces);
  const tags = await tagsAmongFrames(bytesReader(file), 0);
  const starts = [0, ...tags.map(({ to }) => to)];
  return Buffer.concat(starts.map((start, nth) => file.subarray(start, tags[nth]?.from)));
};

const anyFile = fc.tuple(
  fc.constantFrom(sound, otherSound),
  fc.subarray([ape, lyrics, v1Tag, v2, picture], { minLength: 1 }),
);

test('all tags between joined MP3 files are found, and none of their frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFile, { minLength: 1, maxLength: 20 }), async (files) => {
      const expected = Buffer.concat([...files.map(([frames]) => frames), sound]);
      const left = await withoutTags(...files.flatMap(([frames, tags]) => [frames, ...tags]), sound);
      expect(left.equals(expected)).toBe(true);
    }),
  );
});

test('a long tag at the end is found, a short one may stay', async () => {
  expect(await withoutTags(sound, apeTag(Buffer.alloc(50_000, 7)))).toEqual(sound);
  expect(await withoutTags(sound, ape, v1Tag)).toEqual(Buffer.concat([sound, ape, v1Tag]));
});

test.each([
  ['that is cut off', [sound, picture.subarray(0, -1)]],
  ['behind which no frame follows', [sound, v2, Buffer.alloc(500), sound]],
  ['that is not directly behind a frame', [sound, Buffer.alloc(1), v2, sound]],
  ['of lyrics without an end', [sound, lyrics.subarray(0, -1), sound]],
] as const)('a tag %s stays, because nothing says how far it goes', async (_, pieces) => {
  expect(await withoutTags(...pieces)).toEqual(Buffer.concat(pieces));
});

test('tags before damage are left out, and none after it', async () => {
  const rest = [sound, Buffer.alloc(500), sound, v2, sound];
  expect(await withoutTags(sound, v2, ...rest)).toEqual(Buffer.concat([sound, ...rest]));
});

test('of a file of a million tags few are read', async () => {
  let reads = 0;
  const [frame = Buffer.alloc(0)] = framesOf(0.01);
  const one = Buffer.concat([frame, v2Tag(Buffer.alloc(0))]);
  const file = bytesReader(Buffer.alloc(1_000_000 * one.length, one));
  const counted = (position: number, length: number) => {
    reads += 1;
    return file.at(position, length);
  };
  const tags = await tagsAmongFrames({ size: file.size, at: counted }, 0);
  expect(tags).toHaveLength(10_000);
  expect(reads).toBeLessThan(100_000);
});

test('the search for tags among frames fails for no damaged file', async () => {
  const whole = Buffer.concat([sound, v2, sound, ape, lyrics, v1Tag, picture, sound]);
  await fc.assert(
    fc.asyncProperty(anyDamage(whole), async (damaged) => {
      expect(await withoutTags(damaged)).toBeInstanceOf(Buffer);
    }),
  );
});
