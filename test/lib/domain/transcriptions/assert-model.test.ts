import { expect, test } from 'vitest';
import { languagesOfChoice } from '#lib/domain/transcriptions/assert-model.ts';
import { speechModels } from '#lib/speech/engines/models.ts';

const models = [speechModels['moonshine-tiny'], speechModels['whisper-base']];

test('auto offers the languages of all models, each once, and a name those of its model', () => {
  expect(languagesOfChoice('moonshine-tiny', models)).toEqual(['en']);
  expect(languagesOfChoice('auto', models).toSorted()).toEqual(
    speechModels['whisper-base'].languages.toSorted(),
  );
});

test('a model that the deployment lacks is refused with the field and the models that it has', () => {
  expect(() => languagesOfChoice('whisper-small', models)).toThrow(
    'model: This deployment does not have this model. Send one of auto, moonshine-tiny, whisper-base.',
  );
});
