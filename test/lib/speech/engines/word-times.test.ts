import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfText, llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';
import { alignTokens, type AttendedToken, wordTimes } from '#lib/speech/engines/word-times.ts';

const frameMs = 24;
const look = { tokenizer: llamaTokenizer, frameMs, lagMs: 50 };

/** The attention of a token to `length` frames from `start`. */
const looking = (frames: number, start: number, length: number): Float32Array[] => [
  Float32Array.from({ length: frames }, (_, f) => (f >= start && f < start + length ? 1 : 0.01)),
];
/** Tokens that attend to consecutive spans of ten frames, the end token last. */
const spoken = (text: string): AttendedToken[] => {
  const tokens = [...llamaTokenizer.encode(text), endOfText];
  return tokens.map((token, i) => ({
    token,
    logProb: Math.log(0.8),
    attention: looking(tokens.length * 10, i * 10, 10),
  }));
};

describe('alignment', () => {
  test('each token starts where its attention starts', () => {
    expect(alignTokens(spoken('one two three').map(({ attention }) => attention))).toEqual([0, 10, 20, 30]);
  });

  test('a token with uniform attention starts at the highest bonus', () => {
    const even = [0, 1, 2].map(() => looking(60, 0, 60));
    expect(alignTokens(even, (token, frame) => (frame === 20 * token ? 8 : 0))).toEqual([0, 20, 40]);
  });

  test('starts are ordered and within the audio for any attention', () => {
    const weights = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 }))
      .chain(([tokens, frames]) =>
        fc.array(fc.float32Array({ minLength: frames, maxLength: frames, min: 0, max: 1, noNaN: true }), {
          minLength: tokens,
          maxLength: tokens,
        }),
      );
    fc.assert(
      fc.property(weights, (rows) => {
        const starts = alignTokens(rows.map((row) => [row]));
        expect(starts).toHaveLength(rows.length);
        expect(starts[0]).toBe(0);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        expect(starts.at(-1)).toBeLessThan(rows[0]?.length ?? 0);
      }),
    );
  });
});

describe('words', () => {
  test('words last until the next one starts, 50 ms after the attention', () => {
    const words = wordTimes(spoken('one two three'), 960, look);
    expect(words.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(words.map(({ startMs }) => startMs)).toEqual([0, 10, 20].map((frame) => frame * frameMs + 50));
    expect(words.slice(0, -1).map(({ endMs }) => endMs)).toEqual(
      words.slice(1).map(({ startMs }) => startMs),
    );
    expect(words.at(-1)?.endMs).toBe(960);
  });

  test('words end before a pause and start after it even if the attention is late', () => {
    const [one, two] = wordTimes(spoken('one two three'), 960, {
      ...look,
      pauses: [{ startMs: 160, endMs: 390 }],
    });
    expect([one?.endMs, two?.startMs]).toEqual([160, 390]);
  });

  test('of two words that start in a pause the one nearest to its end starts after it', () => {
    const [, two, three] = wordTimes(spoken('one two three'), 960, {
      ...look,
      pauses: [{ startMs: 250, endMs: 560 }],
    });
    expect(two?.startMs).toBe(290);
    expect(three?.startMs).toBe(560);
  });

  test('the last word ends before the silence at the end', () => {
    expect(
      wordTimes(spoken('one two'), 720, { ...look, pauses: [{ startMs: 500, endMs: 710 }] }).at(-1)?.endMs,
    ).toBe(500);
  });

  test('no word is moved behind the silence at the end', () => {
    const pauses = [{ startMs: 280, endMs: 710 }];
    expect(wordTimes(spoken('one two'), 720, { ...look, pauses }).at(-1)?.startMs).toBe(290);
  });

  test('words are ordered and do not overlap for any pauses', () => {
    const ms = fc.integer({ min: 0, max: 1_000 });
    const somePauses = fc.array(fc.tuple(ms, ms), { maxLength: 5 });
    fc.assert(
      fc.property(somePauses, (pairs) => {
        const pauses = pairs.map(([a, b]) => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
        let last = 0;
        for (const { startMs, endMs } of wordTimes(spoken('one two three four'), 1_200, {
          ...look,
          pauses,
        })) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThan(startMs);
          last = endMs;
        }
        expect(last).toBeLessThanOrEqual(1_200);
      }),
    );
  });

  const attended = (token: number, weights: Float32Array): AttendedToken => ({
    token,
    logProb: -0.1,
    attention: [weights],
  });
  /** A silent second before the word. The model attends to its last 300 ms. */
  const lateWord = (text: string): AttendedToken[] => {
    const [first = 0, ...others] = llamaTokenizer.encode(text);
    const frames = 60;
    const from = (start: number) =>
      Float32Array.from({ length: frames }, (_, f) => (f >= start ? 1 : f === 0 ? 0.9 : 0.001));
    return [
      attended(first, from(45)),
      ...others.map((token) => attended(token, from(50))),
      attended(endOfText, from(58)),
    ];
  };

  test('a word too long for its letters starts when the model attends to it, not in the sound before', () => {
    const [word] = wordTimes(lateWord('on'), 1_440, look);
    expect(word?.startMs).toBeGreaterThan(1_000);
    expect(word?.endMs).toBeGreaterThan(1_300);
  });

  test('a word that the model attends to in a pause starts behind the pause', () => {
    const pauses = [{ startMs: 1_050, endMs: 1_250 }];
    expect(wordTimes(lateWord('on'), 1_440, { ...look, pauses })[0]?.startMs).toBe(1_250);
  });

  test('a word too long for its letters starts behind a pause in it, if the model attends to what follows', () => {
    const weights = Float32Array.from({ length: 60 }, (_, f) => (f < 12 || f >= 45 ? 1 : 0.001));
    const on = attended(llamaTokenizer.encode('on')[0] ?? 0, weights);
    const said = [on, attended(endOfText, looking(60, 58, 2)[0] ?? weights)];
    const pauses = [{ startMs: 400, endMs: 900 }];
    expect(wordTimes(said, 1_440, { ...look, pauses })[0]?.startMs).toBe(900);
  });

  test('the last word stays before a pause behind which the model looks only to end the text', () => {
    const on = attended(llamaTokenizer.encode('on')[0] ?? 0, looking(60, 8, 12)[0] ?? new Float32Array(60));
    const behind = Float32Array.from({ length: 60 }, (_, f) => (f >= 40 ? 4 : 0.001));
    const pauses = [{ startMs: 500, endMs: 900 }];
    const [word] = wordTimes([on, attended(endOfText, behind)], 1_440, { ...look, pauses });
    expect(word?.startMs).toBeLessThan(500);
  });

  test('a word with many letters keeps its early start', () => {
    const [word] = wordTimes(lateWord('incomprehensibilities'), 1_440, look);
    expect(word?.startMs).toBeLessThan(100);
  });

  test('each word lasts, in order and inside the audio, for any attention and any pauses', () => {
    const tokens = llamaTokenizer.encode('one two, three four five');
    const frames = 50;
    const row = fc.float32Array({ minLength: frames, maxLength: frames, min: 0, max: 1, noNaN: true });
    const rows = fc.array(fc.oneof(row, fc.constant(new Float32Array(frames))), {
      minLength: tokens.length,
      maxLength: tokens.length,
    });
    const ms = fc.integer({ min: 0, max: 1_200 });
    fc.assert(
      fc.property(rows, fc.array(fc.tuple(ms, ms), { maxLength: 4 }), (weights, pairs) => {
        const pauses = pairs.map(([a, b]) => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
        const said = tokens.map((token, i) => attended(token, weights[i] ?? new Float32Array(frames)));
        let last = 0;
        for (const { startMs, endMs } of wordTimes(said, frames * frameMs, { ...look, pauses })) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThan(startMs);
          last = endMs;
        }
        expect(last).toBeLessThanOrEqual(frames * frameMs);
      }),
    );
  });

  test('words include their punctuation', () => {
    const words = wordTimes(spoken('Chromecast, please.'), 1_000, look);
    expect(words.map(({ text }) => text)).toEqual(['Chromecast,', 'please.']);
  });

  test('the confidence of a word is the mean of its tokens', () => {
    for (const { confidence } of wordTimes(spoken('Chromecast is'), 1_000, look))
      expect(confidence).toBeCloseTo(0.8);
  });

  test('tokens without text give no words', () => {
    expect(wordTimes(spoken('').slice(-1), 500, look)).toEqual([]);
  });
});
