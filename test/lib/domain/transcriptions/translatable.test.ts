import { describe, expect, test } from 'vitest';
import {
  assertTranslatable,
  judgedBy,
  spokenHints,
  spokenTarget,
  translationTarget,
} from '#lib/domain/transcriptions/translatable.ts';
import {
  erasedRequest,
  type SpeechRequest,
  type Translation,
} from '#lib/domain/transcriptions/transcription.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { withModelPairs } from '#lib/speech/translation/language-pairs.ts';

const into = (tag: string): Translation => ({ type: 'one_way', target_language: tag });
const between = (a: string, b: string): Translation => ({ type: 'two_way', language_a: a, language_b: b });
const request = (translation: Translation | null, languageHints: string[] = []): SpeechRequest => ({
  ...erasedRequest,
  languageHints,
  translation,
});

describe('the target language of speech', () => {
  test.each([
    [into('es'), 'en', 'es'],
    [between('en', 'es'), 'en', 'es'],
    [between('en-GB', 'es-MX'), 'es', 'en-GB'],
    [between('en', 'zh-Hant'), 'zh', 'en'],
    [between('en', 'es'), 'fr', 'en'],
    [between('nb', 'en'), 'no', 'en'],
  ])('the translation %j of speech in %s has the target %s', (translation, spoken, target) => {
    expect(translationTarget(translation, spoken)).toBe(target);
  });
});

test.each([
  [null, null],
  [into('en-GB'), 'en'],
  [into('es'), null],
  [between('de', 'en'), 'en'],
  [between('de', 'fr'), null],
])('a model that translates to English is given %j for translation into %s', (translation, target) => {
  expect(spokenTarget(translation, ['en'])).toBe(target);
});

test('the two languages of a two-way translation are the default hints', () => {
  expect(spokenHints(request(between('en', 'es')))).toEqual(['en', 'es']);
  expect(spokenHints(request(between('en', 'es'), ['fr']))).toEqual(['fr']);
  expect(spokenHints(request(into('es')))).toEqual([]);
});

describe('support at creation', () => {
  const languages = ['en', 'es', 'yue'];
  /** A model that translates into English, and a translator from English to Spanish and French. */
  const offer = withModelPairs(
    { languages, translatesTo: ['en'] },
    { targetsOf: (language) => (language === 'en' ? ['es', 'fr'] : []) },
  );
  const refusal = (translation: Translation, hints: string[] = []): any => {
    try {
      assertTranslatable(request(translation, hints), languages, offer);
    } catch (error) {
      return error;
    }
  };

  test.each([
    [into('en'), []],
    [into('es-MX'), []],
    [into('fr'), []],
    [into('fr'), ['en-US', 'es']],
    [into('en'), ['yue']],
    [into('yue'), ['yue']],
    [between('en', 'es'), []],
    [between('fr', 'en'), []],
  ])('the translation %j with the hints %j is accepted', (translation, hints) => {
    expect(refusal(translation, hints)).toBeUndefined();
  });

  test.each([
    [into('ja'), [], ['en', 'es', 'yue']],
    [into('fr'), ['es'], ['es']],
    [into('fr'), ['es', 'it'], ['es']],
    [between('en', 'ja'), [], ['en']],
    [between('es', 'fr'), [], ['es']],
    [between('de', 'fr'), [], ['en', 'es', 'yue']],
  ])(
    'the translation %j with the hints %j is refused, and the supported source languages are listed',
    (translation, hints, sources) => {
      expect(refusal(translation, hints)).toMatchObject({
        type: 'translation_not_supported',
        details: { source_languages: sources },
      });
    },
  );

  test('a refusal says what to send instead', () => {
    expect(refusal(into('ja')).message).toMatch(
      /Leave the translation out, or send .* GET \/v1\/capabilities/,
    );
  });

  test('a refusal lists every target language that the spoken languages can reach', () => {
    expect(refusal(into('ja')).details.target_languages).toEqual(['en', 'es', 'fr', 'yue']);
  });

  test('a refused two-way translation names the language that does not reach the other, and not itself as its target', () => {
    expect(refusal(between('es', 'fr')).details).toEqual({
      source_languages: ['es'],
      target_languages: ['en'],
    });
    expect(refusal(between('en', 'yue')).details).toEqual({
      source_languages: ['en'],
      target_languages: ['es', 'fr'],
    });
  });
});

describe('what the speech of a job is judged by', () => {
  const offer = offerOf(['moonshine-tiny', 'whisper-base']);
  test.each([
    ['auto', ['en-GB', 'tlh'], undefined, ['en']],
    ['auto', [], undefined, offer.languages],
    ['whisper-base', ['de'], 'whisper-base', ['de']],
    ['moonshine-tiny', ['ja', 'en'], 'moonshine-tiny', ['en']],
  ] as const)('with the model %s and the hints %j it is the model %s and the languages %j', (...row) => {
    const [model, hints, name, expected] = row;
    const judged = judgedBy({ ...request(null, [...hints]), model }, offer);
    expect(judged).toMatchObject({ expected });
    expect('name' in judged ? judged.name : undefined).toBe(name);
  });
});
