import { expect, test } from 'vitest';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { recognizeSegments } from '#lib/speech/engines/recognize.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import {
  segment,
  shortened,
  spoken,
  type Answer,
  recognizeAll,
  multilingual,
} from '../../../support/recognize-all.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

test.each([
  ['by a model for many languages is tried again in halves, and then counted', multilingual, 5, 0],
  ['by a model for one language is another language, and not tried in halves', undefined, 1, 7_600],
])('speech without a word %s', async (_, abilities, expectedCalls, foreignMs) => {
  let calls = 0;
  const recognized = await recognizeAll(
    (seconds) => {
      calls += 1;
      return abilities || seconds > 6 ? recognition('') : spoken('I am very happy', seconds);
    },
    [segment],
    abilities,
  );
  expect(calls).toBe(expectedCalls);
  expect(recognized).toEqual({ segments: [], speechMs: 7_600, unrecognizedMs: 7_600, foreignMs });
});

const sentence = 'I am very happy to be here today. ';
test.each([
  ['is left out if the model was unsure the first time', sentence.repeat(2), 0.4, []],
  ['is delivered if the model was sure the first time', sentence.repeat(2), 0.8, [sentence.repeat(2)]],
  ['is delivered if it is not said again', sentence, 0.4, [sentence]],
  [
    'is delivered if it is short',
    'Express please. Express please.',
    0.4,
    ['Express please. Express please.'],
  ],
])('a sentence said twice %s', async (_, text, confidence, texts) => {
  const said = recognition(text, { meanLogProb: -0.35 });
  const isFirst = (i: number): boolean => i < said.words.length / 2;
  const words = said.words.map((word, i) => ({ ...word, confidence: isFirst(i) ? confidence : 1 }));
  const spokenMs = 200 * words.length;
  const recognized = await recognizeAll(() => ({ ...said, words }), [shortened(spokenMs)]);
  expect(recognized.segments.map((one) => one.text)).toEqual(texts);
  expect(recognized.foreignMs).toBe(texts.length === 0 ? spokenMs : 0);
});

test('a text without letters and digits is left out, however likely', async () => {
  const dots = recognition('... ... — —', { meanLogProb: -0.01 });
  const { segments, unrecognizedMs } = await recognizeAll(() => dots, [segment], multilingual);
  expect({ segments, unrecognizedMs }).toEqual({ segments: [], unrecognizedMs: 7_600 });
});

test('a short sound without letters and digits is no speech, however likely its text', async () => {
  const dots = recognition('...', { meanLogProb: -0.01 });
  expect(await recognizeAll(() => dots, [shortened(600)], multilingual)).toMatchObject({ speechMs: 0 });
});

test.each([
  ['of a second is left out if it is a guess with any length', -1.2, 1, 1_000, 0],
  ['in a doubtful language is delivered if it is likely', -0.3, 0.1, 7_600, 1],
])('a text %s', async (_, meanLogProb, languageConfidence, ms, delivered) => {
  const text = { meanLogProb, languageConfidence };
  const { segments } = await recognizeAll(
    (seconds) => spoken('no plan', seconds, text),
    [shortened(ms)],
    multilingual,
  );
  expect(segments).toHaveLength(delivered);
});

test('a text that stays unlikely is left out and counted', async () => {
  const unlikely = recognition('all researches', { meanLogProb: -1.4 });
  const recognized = await recognizeAll(() => unlikely, [segment], multilingual);
  expect(recognized).toEqual({ segments: [], speechMs: 7_600, unrecognizedMs: 7_600, foreignMs: 0 });
});

test('a loop of unlikely words is left out', async () => {
  const looped = recognition('ha ho hu he '.repeat(4));
  const words = looped.words.map((word) => ({ ...word, confidence: 0.1 }));
  const { segments, unrecognizedMs } = await recognizeAll(() => ({ ...looped, words }), [shortened(1_600)]);
  expect(segments).toEqual([]);
  expect(unrecognizedMs).toBe(1_600);
});

test('a segment that reads like another language is judged by its first pass, left out and counted', async () => {
  let calls = 0;
  const recognized = await recognizeAll((seconds) => {
    calls += 1;
    return spoken('I am very happy', seconds, { meanLogProb: seconds > 6 ? -1.14 : -0.42 });
  });
  expect(calls).toBe(1);
  expect(recognized).toEqual({ segments: [], speechMs: 7_600, unrecognizedMs: 7_600, foreignMs: 7_600 });
});

test('a short text may be less likely before it reads like another language', async () => {
  const unsure = (ms: number) =>
    recognizeAll((seconds) => spoken('no plan', seconds, { meanLogProb: -0.5 }), [shortened(ms)]);
  expect(await unsure(1_500)).toMatchObject({ segments: [{ text: 'no plan' }], foreignMs: 0 });
  expect(await unsure(3_000)).toMatchObject({ segments: [], foreignMs: 3_000 });
});

const foreignTo = async (second: Partial<Recognition>, first = 'I am very happy') => {
  const small = scriptedEngine(() => recognition(first, { meanLogProb: -0.9 }));
  const wide = scriptedEngine(({ length }) =>
    spoken('Ich bin sehr froh.', length / 16_000, { language: 'de', ...second }),
  );
  const engine = { ...wide, capabilities: { ...wide.capabilities, ...multilingual } };
  const wider = { model: speechModels['whisper-base'], engine };
  return recognizeSegments(small, [shortened(2_000)], { ...plainAsk, wider });
};

test('a segment that reads like another language is written by a wider model that understands it', async () => {
  const { segments, unrecognizedMs } = await foreignTo({ meanLogProb: -0.3, languageConfidence: 0.9 });
  expect(segments).toMatchObject([{ text: 'Ich bin sehr froh.', language: 'de', model: 'whisper-base' }]);
  expect(unrecognizedMs).toBe(0);
});

test('speech in which the small model finds no word is written by a wider model that understands it', async () => {
  const { segments } = await foreignTo({ meanLogProb: -0.3, languageConfidence: 0.9 }, '');
  expect(segments).toMatchObject([{ text: 'Ich bin sehr froh.', model: 'whisper-base' }]);
});

test('a segment that a wider model does not understand either stays foreign', async () => {
  const { segments, foreignMs } = await foreignTo({ meanLogProb: -0.9, languageConfidence: 0.4 });
  expect([segments, foreignMs]).toEqual([[], 2_000]);
});

test.each([
  ['is left out', -0.5, 0.5, []],
  ['is delivered if the text is likely', -0.3, 0.5, ['no plan']],
  ['is delivered if the language is sure', -0.5, 0.9, ['no plan']],
])('a text in an unsure language %s', async (_, meanLogProb, languageConfidence, texts) => {
  let calls = 0;
  const recognized = await recognizeAll(
    (seconds) => {
      calls += 1;
      return spoken('no plan', seconds, { meanLogProb, languageConfidence });
    },
    [segment],
    multilingual,
  );
  expect(calls).toBe(1);
  expect(recognized.segments.map(({ text }) => text)).toEqual(texts);
  expect(recognized.foreignMs).toBe(texts.length === 0 ? 7_600 : 0);
});

test.each([
  ['is left out where the language is sure, if it is unlikely', segment, -0.8, 0.97, 0],
  ['is left out where the language is less sure, even if it is likelier', segment, -0.65, 0.78, 0],
  ['is delivered where the language is sure', segment, -0.65, 0.97, 1],
  ['is delivered where it is short, because such texts scatter', shortened(2_600), -0.86, 0.99, 1],
])('an unsure text %s', async (_, heard, meanLogProb, languageConfidence, delivered) => {
  const unsure = { meanLogProb, languageConfidence };
  const recognized = await recognizeAll(
    (seconds) => spoken('et la chama', seconds, unsure),
    [heard],
    multilingual,
  );
  expect(recognized.segments).toHaveLength(delivered);
  expect(recognized.unrecognizedMs).toBe(delivered === 0 ? 7_600 : 0);
});

test('the part of a segment that is understood is delivered without the part that is a guess', async () => {
  const recognized = await recognizeAll(
    (seconds) =>
      spoken(`${seconds.toFixed(1)} s`, seconds, {
        meanLogProb: seconds > 6 ? -0.9 : seconds > 4 ? -0.3 : -0.65,
      }),
    [segment],
    multilingual,
  );
  expect(recognized.segments.map(({ text }) => text)).toEqual(['4.3 s']);
});

test('the rest of the file is delivered beside a foreign segment', async () => {
  const segments = [shortened(3_000), segment];
  const recognized = await recognizeAll(
    (seconds) => spoken('yes', seconds, { meanLogProb: seconds > 6 ? -0.1 : -0.8 }),
    segments,
  );
  expect(recognized.segments.map(({ text }) => text)).toEqual(['yes']);
});

test('a model that detects languages is not judged by its first pass', async () => {
  const { segments } = await recognizeAll(
    (seconds) => spoken('gut', seconds, { meanLogProb: -0.65 }),
    [segment],
    multilingual,
  );
  expect(segments.map(({ text }) => text)).toEqual(['gut']);
});

test.each([
  ['is no speech if its text is unlikely', -0.6, { segments: [], speechMs: 0, unrecognizedMs: 0 }],
  ['is speech if its text is likely', -0.3, { segments: [{ text: 'yes' }], speechMs: 600 }],
])('a sound of 0.6 s %s', async (_, meanLogProb, expected) => {
  const answer: Answer = (seconds) => spoken('yes', seconds, { meanLogProb });
  expect(await recognizeAll(answer, [shortened(600)], multilingual)).toMatchObject(expected);
});
