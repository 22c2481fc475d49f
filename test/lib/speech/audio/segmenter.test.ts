import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FrameRange } from '#lib/speech/audio/pcm.ts';
import { type SegmentLengths, segmentSpeech, type SpeechSpan } from '#lib/speech/audio/segmenter.ts';
import { leadFrames, tailFrames } from '#lib/speech/audio/chunk.ts';
import { speechModels } from '#lib/speech/engines/models.ts';

const lengths = speechModels['moonshine-tiny'].segments;

const frame = 512;
const second = 16_000;

const spansOf = (probabilities: readonly number[], wanted: SegmentLengths = lengths): SpeechSpan[] =>
  segmentSpeech(probabilities, { start: 0, end: probabilities.length }, wanted);
const run = (frames: number, p: number): number[] => new Array<number>(frames).fill(p);
const speech = (frames: number): number[] => run(frames, 0.9);
const silence = (frames: number): number[] => run(frames, 0.01);
/** Probabilities like those of a model: long runs of similar values. */
const listening = fc
  .array(
    fc.record({ frames: fc.integer({ min: 1, max: 300 }), p: fc.constantFrom(0.01, 0.2, 0.3, 0.5, 0.9) }),
    {
      maxLength: 30,
    },
  )
  .map((runs) => runs.flatMap(({ frames, p }) => run(frames, p)));
/** Frames that are certainly speech: runs of at least 0.1 s. */
const spokenFrames = (probabilities: readonly number[]): number[] =>
  [...probabilities.keys()]
    .filter((i) => probabilities.slice(i, i + 4).filter((p) => p >= 0.4).length === 4)
    .flatMap((i) => [i, i + 1, i + 2, i + 3]);
/** The speech segments of a chunk, in samples of the file. */
const segmentsIn = (probabilities: readonly number[], { start, end }: FrameRange): SpeechSpan[] => {
  const first = Math.max(0, start - leadFrames);
  const within = { start: start - first, end: end - first };
  const inFile = (sample: number): number => sample + first * frame;
  return segmentSpeech(probabilities.slice(first, end + tailFrames), within, lengths).map((span) => ({
    start: inFile(span.start),
    end: inFile(span.end),
    from: inFile(span.from),
    to: inFile(span.to),
    voiced: span.voiced,
  }));
};

describe('for any probabilities', () => {
  test('spans come in order, apart from each other and within the audio', () => {
    fc.assert(
      fc.property(listening, (probabilities) => {
        let last = 0;
        for (const { from, start, end, to } of spansOf(probabilities)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          expect(to).toBeGreaterThanOrEqual(end);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(probabilities.length * frame);
      }),
    );
  });

  test('no speech is lost except blips under 0.1 s', () => {
    fc.assert(
      fc.property(listening, (probabilities) => {
        const spans = spansOf(probabilities);
        const isCovered = (i: number): boolean =>
          spans.some(({ start, end }) => start <= i * frame && i * frame < end);
        expect(spokenFrames(probabilities).filter((i) => !isCovered(i))).toEqual([]);
      }),
    );
  });

  test('no span is longer than 15 s plus its pads', () => {
    fc.assert(
      fc.property(listening, (probabilities) => {
        for (const { from, to } of spansOf(probabilities))
          expect(to - from).toBeLessThanOrEqual(15.4 * second);
      }),
    );
  });

  test('each frame of speech is in exactly one chunk for any chunk borders', () => {
    const places = fc.array(fc.nat({ max: 9_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(listening, places, (probabilities, drawn) => {
        const inside = drawn.filter((at) => at > 0 && at < probabilities.length);
        const borders = [0, ...[...new Set(inside)].toSorted((a, b) => a - b), probabilities.length];
        const spans = borders
          .slice(1)
          .flatMap((end, i) => segmentsIn(probabilities, { start: borders[i] ?? 0, end }));
        const coverage = new Array<number>(probabilities.length).fill(0);
        let last = 0;
        for (const { from, start, end, to } of spans) {
          expect(from).toBeGreaterThanOrEqual(last);
          for (let i = start / frame; i < end / frame; i += 1) coverage[i] = (coverage[i] ?? 0) + 1;
          last = to;
        }
        expect(coverage.every((times) => times <= 1)).toBe(true);
        expect(spokenFrames(probabilities).filter((i) => coverage[i] !== 1)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe.each(Object.entries(speechModels))('for %s', (_, { segments: wanted }) => {
  test('no segment with its pads exceeds the window of the engine', () => {
    fc.assert(
      fc.property(listening, (probabilities) => {
        for (const { from, to } of spansOf(probabilities, wanted))
          expect(to - from).toBeLessThanOrEqual(30 * second);
      }),
    );
  });
});

test('speech of 28 s is one window of Whisper, also across pauses', () => {
  const sentences = Array.from({ length: 6 }, () => [...speech(90), ...silence(60)]).flat();
  expect(spansOf(sentences, speechModels['whisper-base'].segments)).toHaveLength(1);
});

test('a pause of over a second separates two spans, each padded by 0.2 s', () => {
  const spans = spansOf([...silence(20), ...speech(50), ...silence(40), ...speech(50), ...silence(20)]);
  expect(spans).toMatchObject([
    { start: 20 * frame, end: 70 * frame, from: 20 * frame - 3200, to: 70 * frame + 3200 },
    { start: 110 * frame, end: 160 * frame, from: 110 * frame - 3200, to: 160 * frame + 3200 },
  ]);
});

test('a merged span knows its voiced parts', () => {
  const [merged] = spansOf([...speech(50), ...silence(20), ...speech(50)]);
  expect(merged?.voiced).toEqual([
    { start: 0, end: 50 * frame },
    { start: 70 * frame, end: 120 * frame },
  ]);
});

test('neighbours across a shorter pause are merged up to 10 s', () => {
  expect(spansOf([...speech(50), ...silence(30), ...speech(50)])).toHaveLength(1);
  expect(spansOf([...speech(200), ...silence(30), ...speech(200)])).toHaveLength(2);
});

test('pads meet in the middle of a short pause', () => {
  const [left, right] = spansOf([...speech(200), ...silence(9), ...speech(200)]);
  expect(left?.to).toBe(204.5 * frame);
  expect(right?.from).toBe(204.5 * frame);
});

test('speech without a pause is cut where it is least likely, in the second half', () => {
  const hesitation = 300;
  const probabilities = speech(600).with(hesitation, 0.45).with(100, 0.42);
  const [first, second_] = spansOf(probabilities);
  expect(first).toMatchObject({ start: 0, end: hesitation * frame, to: hesitation * frame });
  expect(second_).toMatchObject({ start: hesitation * frame, from: hesitation * frame, end: 600 * frame });
});

test('a cut leaves at least a second of the speech, because a shorter rest is part of a word', () => {
  const fading = speech(470).with(460, 0.45);
  expect(spansOf(fading).map(({ start, end }) => end - start >= second)).toEqual([true, true]);
});

test('a blip and silence are not speech', () => {
  expect(spansOf([...silence(50), ...speech(3), ...silence(50)])).toEqual([]);
});
