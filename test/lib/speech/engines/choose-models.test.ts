import { expect, test } from 'vitest';
import { type ModelChoice, modelOf, modelsFor } from '#lib/speech/engines/choose-models.ts';
import { speechModels } from '#lib/speech/engines/models.ts';

const both = [speechModels['moonshine-tiny'], speechModels['whisper-base']].map((model) => ({ model }));

test.each<[ModelChoice, string[], string[]]>([
  ['auto', [], ['moonshine-tiny', 'whisper-base']],
  ['auto', ['en-GB'], ['moonshine-tiny']],
  ['auto', ['de'], ['whisper-base']],
  ['auto', ['de', 'en'], ['moonshine-tiny', 'whisper-base']],
  ['auto', ['xx'], ['moonshine-tiny', 'whisper-base']],
  ['whisper-base', ['en'], ['whisper-base']],
  ['moonshine-tiny', [], ['moonshine-tiny']],
])('for the choice %s and the hints %j the models are %j', (model, languageHints, wanted) => {
  expect(modelsFor(both, { model, languageHints }).map((one) => one.model.name)).toEqual(wanted);
});

test('the first model that knows a language gets it', () => {
  expect(modelOf(both, 'en')?.model.name).toBe('moonshine-tiny');
  expect(modelOf(both, 'ja')?.model.name).toBe('whisper-base');
  expect(modelOf(both, 'xx')).toBeUndefined();
});
