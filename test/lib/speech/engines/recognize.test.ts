import { describe, expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { recognizeSegments, type RecognizedSegment } from '#lib/speech/engines/recognize.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';

/** Eight seconds of noise from second 20 of the file on, with a moment of silence in the middle. */
const segment: SpeechSegment = {
  startMs: 20_000,
  endMs: 27_600,
  padMs: 200,
  pcm: Int16Array.from({ length: 8 * 16_000 }, (_, i) => (Math.abs(i - 60_000) < 600 ? 0 : (i % 200) * 40)),
};
const hear = (
  answer: (seconds: number) => Recognition,
  ...segments: SpeechSegment[]
): Promise<RecognizedSegment[]> =>
  recognizeSegments(
    scriptedEngine((pcm) => answer(pcm.length / 16_000)),
    segments,
    ask,
  );

test('segments come in order, with the times of the file', async () => {
  const later = { ...segment, startMs: 40_000, endMs: 47_600 };
  const heard = await hear(() => recognition('hello there'), segment, later);
  expect(heard.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['hello there', 20_000, 27_600],
    ['hello there', 40_000, 47_600],
  ]);
});

test('words are as sure as three digits say', async () => {
  const words = [{ text: 'one', startMs: 0, endMs: 200, confidence: 0.98765 }];
  const [heard] = await hear(() => ({ ...recognition('one'), words }), segment);
  expect(heard?.words.map(({ confidence }) => confidence)).toEqual([0.988]);
});

test('words get times of the file, within the speech', async () => {
  const [heard] = await hear(() => recognition('one two three'), segment);
  expect(heard?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [20_000, 20_000],
    [20_000, 20_200],
    [20_200, 20_400],
  ]);
});

test('segments in which nothing was understood are left out', async () => {
  expect(await hear(() => recognition(''), segment)).toEqual([]);
});

test('an abort ends it', async () => {
  const aborted = { ...ask, signal: AbortSignal.abort(new Error('the lease is lost')) };
  const engine = scriptedEngine(() => recognition('never'));
  await expect(recognizeSegments(engine, [segment], aborted)).rejects.toThrow('the lease is lost');
});

describe('a lost thread is picked up in halves, cut at the quietest moment', () => {
  const loop = 'thank you bye now thank you bye now thank you bye now';
  test.each<[string, Recognition]>([
    ['a text without end', recognition('and so on', { complete: false })],
    ['four words three times over', recognition(loop)],
    ['guesses', recognition('larena semblance', { meanLogProb: -1.2 })],
  ])('%s', async (_, lost) => {
    const heard = await hear(
      (seconds) => (seconds > 6 ? lost : recognition(`${seconds.toFixed(1)} s`)),
      segment,
    );
    expect(heard.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['3.7 s', 20_000, 23_544],
      ['4.3 s', 23_544, 27_600],
    ]);
  });

  test('twice at most: then it counts as what was said', async () => {
    let calls = 0;
    const heard = await hear(() => {
      calls += 1;
      return recognition(loop);
    }, segment);
    expect(calls).toBeLessThanOrEqual(1 + 2 + 4);
    expect(new Set(heard.map(({ text }) => text))).toEqual(new Set([loop]));
  });

  test('a short segment is left whole', async () => {
    const short = { ...segment, endMs: 21_600, pcm: segment.pcm.slice(0, 32_000) };
    expect(await hear(() => recognition(loop), short)).toHaveLength(1);
  });

  test('a loop in a writing without spaces is one too', async () => {
    let calls = 0;
    await hear(() => {
      calls += 1;
      return recognition('ご視聴ありがとうございました'.repeat(4));
    }, segment);
    expect(calls).toBeGreaterThan(1);
  });

  test('people may repeat themselves twice', async () => {
    expect(await hear(() => recognition('no no no no no yes no no no'), segment)).toHaveLength(1);
  });
});
