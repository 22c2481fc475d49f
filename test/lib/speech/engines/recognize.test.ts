import { describe, expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { recognizeSegments, type RecognizedSegment } from '#lib/speech/engines/recognize.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';

/** Eight seconds of noise from second 20 of the file, with a short silence in the middle. */
const segment: SpeechSegment = {
  startMs: 20_000,
  endMs: 27_600,
  padMs: 200,
  pcm: Int16Array.from({ length: 8 * 16_000 }, (_, i) => (Math.abs(i - 60_000) < 600 ? 0 : (i % 200) * 40)),
};
const recognizeAll = (
  answer: (seconds: number) => Recognition,
  ...segments: SpeechSegment[]
): Promise<RecognizedSegment[]> =>
  recognizeSegments(
    scriptedEngine((pcm) => answer(pcm.length / 16_000)),
    segments,
    ask,
  );

test('segments are returned in order with times of the file', async () => {
  const later = { ...segment, startMs: 40_000, endMs: 47_600 };
  const recognized = await recognizeAll(() => recognition('hello there'), segment, later);
  expect(recognized.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['hello there', 20_000, 27_600],
    ['hello there', 40_000, 47_600],
  ]);
});

test('the confidence of words has three digits', async () => {
  const words = [{ text: 'one', startMs: 0, endMs: 200, confidence: 0.98765 }];
  const [recognized] = await recognizeAll(() => ({ ...recognition('one'), words }), segment);
  expect(recognized?.words.map(({ confidence }) => confidence)).toEqual([0.988]);
});

test('words have times of the file within the speech', async () => {
  const [recognized] = await recognizeAll(() => recognition('one two three'), segment);
  expect(recognized?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [20_000, 20_040],
    [20_040, 20_200],
    [20_200, 20_400],
  ]);
});

test('a word beyond the end of the speech is moved into it, before the next words', async () => {
  const words = ['one', 'two', 'three'].map((text) => ({
    text,
    startMs: 9_000,
    endMs: 9_100,
    confidence: 1,
  }));
  const [recognized] = await recognizeAll(() => ({ ...recognition('one two three'), words }), segment);
  expect(recognized?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [27_480, 27_520],
    [27_520, 27_560],
    [27_560, 27_600],
  ]);
});

test('segments without text are left out', async () => {
  expect(await recognizeAll(() => recognition(''), segment)).toEqual([]);
});

test('an abort ends recognition', async () => {
  const aborted = { ...ask, signal: AbortSignal.abort(new Error('the lease is lost')) };
  const engine = scriptedEngine(() => recognition('never'));
  await expect(recognizeSegments(engine, [segment], aborted)).rejects.toThrow('the lease is lost');
});

describe('hallucinations', () => {
  const loop = 'thank you bye now thank you bye now thank you bye now';
  test.each<[string, Recognition]>([
    ['a text without an end', recognition('and so on', { complete: false })],
    ['four words repeated three times', recognition(loop)],
    ['an unlikely text', recognition('larena semblance', { meanLogProb: -1.2 })],
  ])('a segment is recognized in halves, cut at the quietest moment: %s', async (_, lost) => {
    const recognized = await recognizeAll(
      (seconds) => (seconds > 6 ? lost : recognition(`${seconds.toFixed(1)} s`)),
      segment,
    );
    expect(recognized.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['3.7 s', 20_000, 23_544],
      ['4.3 s', 23_544, 27_600],
    ]);
  });

  test('a segment is halved at most twice, then its text is kept', async () => {
    let calls = 0;
    const long = { ...segment, endMs: 51_600, pcm: new Int16Array(32 * 16_000) };
    const recognized = await recognizeAll(() => {
      calls += 1;
      return recognition(loop);
    }, long);
    expect(calls).toBe(1 + 2 + 4);
    expect(new Set(recognized.map(({ text }) => text))).toEqual(new Set([loop]));
  });

  test('a short segment is not halved', async () => {
    const short = { ...segment, endMs: 21_600, pcm: segment.pcm.slice(0, 32_000) };
    expect(await recognizeAll(() => recognition(loop), short)).toHaveLength(1);
  });

  test('repetition is detected in scripts without spaces', async () => {
    let calls = 0;
    await recognizeAll(() => {
      calls += 1;
      return recognition('ご視聴ありがとうございました'.repeat(4));
    }, segment);
    expect(calls).toBeGreaterThan(1);
  });

  test('two repetitions are accepted as real speech', async () => {
    expect(await recognizeAll(() => recognition('no no no no no yes no no no'), segment)).toHaveLength(1);
  });
});
