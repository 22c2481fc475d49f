import { expect, test } from 'vitest';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { recognizeSegments } from '#lib/speech/engines/recognize.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { multilingual, segment, spoken } from '../../../support/recognize-all.ts';
import { scriptedEngine } from '../../../support/scripted-engine.ts';

const foreign = { language: 'de', languageConfidence: 0.08, meanLogProb: -0.5 };

/** Recognizes a segment with the language German given. Without a given language, the engine recognizes `untold`. */
const recognizeTold = (untold: readonly [text: string, changes: Partial<Recognition>]) => {
  const engine = scriptedEngine((pcm, { language }) => {
    const [text, changes] = language === undefined ? untold : ['gut Morning', foreign];
    return spoken(text, pcm.length / 16_000, changes);
  });
  const capabilities = { ...engine.capabilities, ...multilingual };
  return recognizeSegments({ ...engine, capabilities }, [segment], { ...plainAsk, language: 'de' });
};

test('speech in another language than its run is recognized in its own', async () => {
  const { segments, foreignMs } = await recognizeTold([
    'good morning',
    { language: 'en', languageConfidence: 0.98 },
  ]);
  expect(segments).toMatchObject([{ text: 'good morning', language: 'en', languageConfidence: 0.98 }]);
  expect(foreignMs).toBe(0);
});

test('speech in a language that is neither told nor heard is left out as foreign', async () => {
  const { segments, foreignMs } = await recognizeTold(['gut Morning', foreign]);
  expect([segments.length, foreignMs]).toEqual([0, 7_600]);
});
