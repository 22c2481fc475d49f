import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinCuts } from '#lib/domain/transcriptions/parts.ts';
import type { Chunk, ChunkLengths } from '#lib/speech/audio/chunk.ts';
import { borderWindow, countParts, partMs, partStartMs, partEndMs } from '#lib/speech/audio/parts/borders.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import { type PartCut, splitPart } from '#lib/speech/audio/parts/split-part.ts';
import { splitAudio } from '#lib/speech/audio/split.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { inBlocks } from '../../../../support/audio.ts';

const lengths = [speechModels['moonshine-tiny'].chunks, speechModels['whisper-tiny'].chunks] as const;
const samplesPerMs = 16;

/** Sound whose loudness changes as often as in speech. It depends on the seed. */
const babble = (ms: number, seed: number): Int16Array => {
  const pcm = new Int16Array(ms * samplesPerMs);
  let state = seed + 1;
  let loudness = 0;
  for (let at = 0; at < pcm.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    if (at % 2_400 === 0) loudness = [0, 3, 500, 4_000, 9_000][(state >>> 16) % 5] ?? 0;
    pcm[at] = loudness * ((state >>> 8) / 2 ** 23 - 1);
  }
  return pcm;
};

const outline = ({ index: _, pcm, ...chunk }: Chunk) => ({
  ...chunk,
  pcm: crc32(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
});
type Outline = ReturnType<typeof outline>;

const all = async <Result>(chunks: AsyncGenerator<Chunk, Result>) => {
  const outlines: Outline[] = [];
  const indexes: number[] = [];
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { outlines, indexes, result: value };
    outlines.push(outline(value));
    indexes.push(value.index);
  }
};

/** The samples of a part as its worker decodes them. */
const sliceOf = (pcm: Int16Array, part: number): Int16Array =>
  pcm.subarray(partStartMs(part) * samplesPerMs, partEndMs(part) * samplesPerMs);

const cutInParts = async (pcm: Int16Array, wanted: ChunkLengths) => {
  const count = countParts(pcm.length, wanted);
  const cuts: PartCut[] = [];
  const outlines: Outline[] = [];
  for (let part = 0; part < count; part += 1) {
    const isLast = part + 1 === count;
    const samples = isLast ? pcm.subarray(partStartMs(part) * samplesPerMs) : sliceOf(pcm, part);
    const cut = await all(splitPart(inBlocks(samples, 50_000), wanted, { part, isLast }));
    expect(cut.indexes).toEqual(cut.outlines.map((_, at) => 100 * part + at));
    outlines.push(...cut.outlines);
    cuts.push(cut.result);
  }
  return { cuts, outlines };
};

test('parts that never saw the rest of the file have the chunks of the whole, and agree on their borders', async () => {
  const anyLength = fc.integer({ min: 1, max: 3 * partMs });
  await fc.assert(
    fc.asyncProperty(anyLength, fc.nat(), fc.constantFrom(...lengths), async (ms, seed, wanted) => {
      const pcm = babble(ms, seed);
      const whole = await all(splitAudio(inBlocks(pcm, 70_001), wanted));
      const { cuts, outlines } = await cutInParts(pcm, wanted);
      expect(outlines).toEqual(whole.outlines);
      expect(joinCuts(cuts)?.audioMs).toBe(whole.result);
    }),
    { numRuns: 8 },
  );
});

test('a file whose end falls on a border is cut alike, to the sample', async () => {
  for (const wanted of lengths) {
    const { needed } = borderWindow(2, wanted);
    for (const more of [-1, 0, 1]) {
      const pcm = babble(2 * partMs + 60_000, 5).subarray(0, needed + more);
      expect(countParts(pcm.length, wanted)).toBe(more < 0 ? 2 : 3);
      const whole = await all(splitAudio(inBlocks(pcm, 70_001), wanted));
      expect((await cutInParts(pcm, wanted)).outlines).toEqual(whole.outlines);
    }
  }
});

test('no chunk is longer than the longest, nor shorter than a third of the shortest but the last', async () => {
  for (const wanted of lengths) {
    const { outlines } = await cutInParts(babble(5 * partMs, 7), wanted);
    for (const { startMs, endMs } of outlines.slice(0, -1)) {
      expect(endMs - startMs).toBeLessThanOrEqual(wanted.maxMs);
      expect(endMs - startMs).toBeGreaterThan(wanted.minMs / 3);
    }
  }
});

test('neighbours that hear different sound at their border do not agree', async () => {
  const pcm = babble(3 * partMs, 1);
  const wanted = lengths[0];
  const other = pcm.slice();
  other[(partMs + 1) * samplesPerMs] = 1 + (other[(partMs + 1) * samplesPerMs] ?? 0);
  const first = await all(splitPart(inBlocks(sliceOf(pcm, 0), 50_000), wanted, { part: 0, isLast: false }));
  const second = await all(splitPart(inBlocks(sliceOf(other, 1), 50_000), wanted, { part: 1, isLast: true }));
  expect(first.result.end.ms).toBe(second.result.start.ms);
  expect(joinCuts([first.result, second.result])).toBeUndefined();
});

test('a part whose samples end before its border is refused', async () => {
  const pcm = babble(partMs, 1);
  for (const place of [
    { part: 0, isLast: false },
    { part: 1, isLast: true },
  ]) {
    const samples = place.part === 0 ? pcm : pcm.subarray(0, 10_999 * samplesPerMs);
    await expect(all(splitPart(inBlocks(samples, 50_000), lengths[0], place))).rejects.toThrow(NotInParts);
  }
});
