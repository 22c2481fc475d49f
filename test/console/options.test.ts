import { expect, test } from 'vitest';
import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import { offerOf, type SpeechModelName } from '#lib/speech/engines/models.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { noOptions, optionsOf, languagePairsOf, redactLabel } from '../../console/playground/options.ts';

test('empty form fields are not sent', () => {
  expect(optionsOf(noOptions)).toEqual({});
});

test('filled form fields are sent in a form that the service accepts', () => {
  const chosen = {
    ...noOptions,
    hints: ['en', 'pt-BR', 'de'],
    context: ' A call. ',
    vocabulary: 'Earshot\n\n Marie Curie ',
    multichannel: true,
    digits: true,
    withoutFillers: true,
    redacted: true,
    translation: 'two_way' as const,
    languageA: 'en',
    languageB: 'es',
  };
  const options = optionsOf(chosen);
  expect(options).toEqual({
    language_hints: ['en', 'pt-BR', 'de'],
    context: 'A call.',
    custom_vocabulary: ['Earshot', 'Marie Curie'],
    multichannel: true,
    formatting: { numerals: 'digits', fillers: 'remove' },
    redact: ['card_number', 'email', 'phone_number', 'iban', 'us_ssn'],
    translation: { type: 'two_way', language_a: 'en', language_b: 'es' },
  });
  const sent = NewTranscription.safeParse({ upload_id: 'upl_abcdefghjkmnpqrstvwxyz2345', ...options });
  expect(sent.error?.issues.filter(({ path }) => path[0] !== 'upload_id') ?? []).toEqual([]);
});

test('the label of redaction names all that is redacted', () => {
  const kinds = [/card numbers/, /e-mail addresses/, /phone numbers/, /IBANs/, /US social security numbers/];
  expect(optionsOf({ ...noOptions, redacted: true }).redact).toHaveLength(kinds.length);
  for (const kind of kinds) expect(redactLabel).toMatch(kind);
});

const pairsOf = (model: SpeechModelName, translator: 'none' | 'amazon-translate') =>
  languagePairsOf(
    describeCapabilities(
      {},
      { speech: offerOf([model]), translator, retentionDays: 30, limits: Limits.parse({}), realtime: true },
    ),
  );

test('a deployment without a translator has no languages to choose', () => {
  expect(pairsOf('moonshine-tiny', 'none').targets).toEqual([]);
});

test('two-way translation is possible between languages that translate in both directions', () => {
  const { bothWays, partnersOf, targets } = pairsOf('whisper-base', 'amazon-translate');
  expect(targets).toContain('es');
  expect(bothWays).toContain('en');
  expect(partnersOf('en')).toContain('es');
  expect(partnersOf('en')).not.toContain('en');
  expect(pairsOf('whisper-base', 'none').bothWays).toEqual([]);
});
