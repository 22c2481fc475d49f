import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOfPart, joinCuts, missingParts, type PartCut } from '#lib/domain/transcriptions/parts.ts';
import { allPartsDone, chunksByPart, partOf } from '#lib/domain/transcriptions/part-progress.ts';

const anyBorder = fc.record({ ms: fc.nat(), sound: fc.nat() });
const anyCuts = fc.array(fc.tuple(anyBorder, fc.nat(99)), { minLength: 1, maxLength: 10 }).map((parts) =>
  parts.map(([end, chunks], at): PartCut => ({
    chunks,
    start: parts[at - 1]?.[0] ?? { ms: 0, sound: 0 },
    end,
  })),
);

test('parts whose neighbours agree are as long as the last one ends, with the chunks of all', () => {
  fc.assert(
    fc.property(anyCuts, (cuts) => {
      expect(joinCuts(cuts)).toEqual({
        chunksOfParts: cuts.map(({ chunks }) => chunks),
        audioMs: cuts.at(-1)?.end.ms,
      });
    }),
  );
});

test('parts are not joined if any border lies elsewhere, or in other sound, for one of its neighbours', () => {
  fc.assert(
    fc.property(anyCuts, fc.nat(), fc.constantFrom('ms', 'sound'), (cuts, which, field) => {
      const wrong = cuts.map((cut, at) =>
        at === which % cuts.length ? { ...cut, start: { ...cut.start, [field]: cut.start[field] + 1 } } : cut,
      );
      expect(joinCuts(wrong)).toBeUndefined();
    }),
  );
});

test('parts are not joined if the file is more than half a second longer or shorter than its header says', () => {
  const border = { ms: 0, sound: 0 };
  const cuts = [{ chunks: 1, start: border, end: { ms: 10_000, sound: 0 } }];
  expect([9_499, 9_500, 10_500, 10_501].map((ms) => joinCuts(cuts, ms) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the chunks of a joined job are numbered in the order of the audio, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99), { maxLength: 80 }), (chunksOfParts) => {
      const chunkCount = chunksOfParts.reduce((sum, chunks) => sum + chunks, 0);
      const indexes = chunksByPart({ chunkCount, chunksOfParts }).flat();
      expect(indexes).toHaveLength(chunkCount);
      expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b));
      const doneParts = new Set(indexes.map(partOf));
      expect(allPartsDone({ chunkCount, chunksOfParts, doneParts })).toBe(true);
    }),
  );
});

test('the chunks of audio that is cut as one are numbered without gaps, and its parts are a hundred each', () => {
  fc.assert(
    fc.property(fc.nat(1_000), (chunkCount) => {
      const parts = chunksByPart({ chunkCount, chunksOfParts: null });
      expect(parts.flat()).toEqual(Array.from({ length: chunkCount }, (_, index) => index));
      for (const [part, chunks] of parts.entries())
        expect(new Set(chunks.map(partOf))).toEqual(new Set([part]));
    }),
  );
});

test('a job lacks a part until the last one that has chunks is reported', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(99), { minLength: 1, maxLength: 80 }),
      fc.nat(79),
      (chunksOfParts, missing) => {
        const chunkCount = chunksOfParts.reduce((sum, chunks) => sum + chunks, 0);
        const doneParts = new Set([...chunksOfParts.keys()].filter((part) => part !== missing));
        const isLacking = (chunksOfParts[missing] ?? 0) > 0;
        expect(allPartsDone({ chunkCount, chunksOfParts, doneParts })).toBe(!isLacking);
      },
    ),
  );
});

test('a part knows the numbers of its chunks without its neighbours', () => {
  expect(chunksOfPart(0, 2)).toEqual([0, 1]);
  expect(chunksOfPart(7, 3)).toEqual([700, 701, 702]);
});

test('the missing parts are those without a cut', () => {
  expect(missingParts({ count: 3, cutParts: new Set([1]) })).toEqual([0, 2]);
});
