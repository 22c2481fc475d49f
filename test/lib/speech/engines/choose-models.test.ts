import { expect, test } from 'vitest';
import { type ModelChoice, modelsFor, modelsOf } from '#lib/speech/engines/choose-models.ts';
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

test('a model that this process has not loaded is an error, not speech without text', () => {
  expect(() => modelsFor(both.slice(0, 1), { model: 'whisper-base', languageHints: [] })).toThrow(
    'whisper-base is not loaded',
  );
});

test('the models that know a language keep their order', () => {
  const namesOf = (language: string) => modelsOf(both, language).map((one) => one.model.name);
  expect(namesOf('en')).toEqual(['moonshine-tiny', 'whisper-base']);
  expect(namesOf('ja')).toEqual(['whisper-base']);
  expect(namesOf('xx')).toEqual([]);
});
