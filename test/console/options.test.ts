import { expect, test } from 'vitest';
import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { noOptions, optionsOf, translationOffer } from '../../console/playground/options.ts';

test('what was left empty is not sent', () => {
  expect(optionsOf(noOptions)).toEqual({});
});

test('what was filled in is sent as the service takes it', () => {
  const asked = {
    ...noOptions,
    hints: ' en, pt-BR;de ',
    context: ' A call. ',
    vocabulary: 'Earshot\n\n Marie Curie ',
    translation: 'two_way' as const,
    languageA: 'en',
    languageB: 'es',
  };
  const options = optionsOf(asked);
  expect(options).toEqual({
    language_hints: ['en', 'pt-BR', 'de'],
    context: 'A call.',
    custom_vocabulary: ['Earshot', 'Marie Curie'],
    translation: { type: 'two_way', language_a: 'en', language_b: 'es' },
  });
  const sent = NewTranscription.safeParse({ upload_id: 'upl_abcdefghjkmnpqrstvwxyz2345', ...options });
  expect(sent.error?.issues.filter(({ path }) => path[0] !== 'upload_id') ?? []).toEqual([]);
});

const offer = (model: keyof typeof speechModels, translator: 'none' | 'amazon-translate') =>
  translationOffer(
    describeCapabilities(
      {},
      { model: speechModels[model], translator, retentionDays: 30, limits: Limits.parse({}) },
    ),
  );

test('a deployment that does not translate offers no translation', () => {
  expect(offer('moonshine-tiny', 'none').targets).toEqual([]);
});

test('both ways are offered between languages that are both spoken and translated', () => {
  const { bothWays, partnersOf, targets } = offer('whisper-base', 'amazon-translate');
  expect(targets).toContain('es');
  expect(bothWays).toContain('en');
  expect(partnersOf('en')).toContain('es');
  expect(partnersOf('en')).not.toContain('en');
  expect(offer('whisper-base', 'none').bothWays).toEqual([]);
});
