import { expect, test } from 'vitest';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { recognizeHeard } from '#lib/speech/engines/recognize-heard.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

test('speech in a language that a model detects is recognized by it, also if its list lacks the language', async () => {
  const span = { startMs: 0, endMs: 4_000 };
  const segment: SpeechSegment = {
    ...span,
    padMs: 0,
    pcm: new Int16Array(64_000).fill(8_000),
    voiced: [span],
  };
  const engine = {
    ...scriptedEngine(() => recognition('heard', { language: 'xx' })),
    detectLanguage: async () => ({ language: 'xx', probability: 0.99 }),
  };
  const heard = { segments: () => [segment] };
  const models = [{ model: speechModels['whisper-base'], engine }];
  const speech = await recognizeHeard({ heard, span }, models, { ...plainAsk, model: 'auto' });
  expect(new Set(speech.segments.map(({ text }) => text))).toEqual(new Set(['heard']));
});
