import { expect, test } from 'vitest';
import { multilingual, recognizeAll, segment, shortened, spoken } from '../../../support/recognize-all.ts';
import { recognition } from '../../../support/scripted-engine.ts';

test('a text that is unlikely in noise is not understood, and not tried in halves', async () => {
  const noisy = { ...segment, pcm: segment.pcm.map((_, i) => 2_000 + (i % 200) * 20) };
  let calls = 0;
  const recognized = await recognizeAll(
    (seconds) => {
      calls += 1;
      return spoken('and the west', seconds, { meanLogProb: seconds > 6 ? -1.1 : -0.4 });
    },
    [noisy],
  );
  expect(calls).toBe(1);
  expect(recognized).toEqual({ segments: [], speechMs: 7_600, unrecognizedMs: 7_600, foreignMs: 0 });
});

const twice = 'I do not know if it is good. I do not know if it is';
test.each([
  ['is left out if it says the same twice', twice, -0.67, []],
  ['is delivered if it says the same twice, but is likely', twice, -0.3, [twice]],
  [
    'is delivered if it says nothing twice',
    'the cabbage juice changes color',
    -0.67,
    ['the cabbage juice changes color'],
  ],
  ['is left out below −0.7', 'the cabbage juice changes color', -0.72, []],
])('an unsure text in noise %s', async (_, text, meanLogProb, texts) => {
  const noisy = { ...shortened(1_600), pcm: new Int16Array(28_800).fill(2_000) };
  const recognized = await recognizeAll((seconds) => spoken(text, seconds, { meanLogProb }), [noisy]);
  expect(recognized.segments.map((one) => one.text)).toEqual(texts);
});

test.each([
  ['of a model for one language is not tried in halves, of which it would invent words', undefined, []],
  ['of a model for many languages is tried in halves', multilingual, ['a word', 'a word']],
])('noise without a word %s', async (_, capabilities, texts) => {
  const noisy = { ...segment, pcm: segment.pcm.map((_sample, i) => 2_000 + (i % 200) * 20) };
  const recognized = await recognizeAll(
    (seconds) => spoken(seconds > 6 ? '' : 'a word', seconds, { meanLogProb: seconds > 6 ? -0.02 : -0.6 }),
    [noisy],
    capabilities,
  );
  expect(recognized.segments.map(({ text }) => text)).toEqual(texts);
  expect(recognized.unrecognizedMs).toBe(texts.length === 0 ? recognized.speechMs : 0);
});

test('a loop in noise is left out, because its first round is invented too', async () => {
  const noisy = { ...shortened(1_600), pcm: new Int16Array(28_800).fill(2_000) };
  const recognized = await recognizeAll(() => recognition('and the west '.repeat(5)), [noisy], multilingual);
  expect(recognized).toEqual({ segments: [], speechMs: 1_600, unrecognizedMs: 1_600, foreignMs: 0 });
});
