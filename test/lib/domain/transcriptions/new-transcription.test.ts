import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';

const source = { upload_id: 'upl_x' };
const accepts = (fields: object) => NewTranscription.safeParse({ ...source, ...fields }).success;
const rulesOf = (body: unknown): unknown[] => {
  const parsed = NewTranscription.safeParse(body);
  return (parsed.error?.issues ?? []).map((issue) =>
    issue.code === 'custom' ? issue.params?.['rule'] : issue.code,
  );
};

const terms = (count: number) => Array.from({ length: count }, (_, at) => `term ${at}`);

test('a body with only a source gets the documented defaults', () => {
  expect(NewTranscription.parse(source)).toEqual({
    ...source,
    language_hints: [],
    translation: null,
    context: null,
    custom_vocabulary: [],
    model: 'auto',
    multichannel: false,
    formatting: { numerals: 'as_spoken', fillers: 'keep' },
    redact: [],
    filename: null,
    client_reference_id: null,
    metadata: {},
    webhook_url: null,
  });
});

describe('audio sources', () => {
  test.each([
    {},
    { upload_id: 'upl_x', file_id: 'file_x' },
    { audio_url: 'https://a.example', audio_uri: 'https://a.example' },
  ])('the body %j is refused as exactly_one_source', (body) =>
    expect(rulesOf(body)).toEqual(['exactly_one_source']),
  );

  test.each([
    { file_id: 'file_x' },
    { audio_url: 'https://a.example/x.mp3' },
    { audio_uri: 'https://a.example/x.mp3' },
  ])('the body %j is accepted as one source', (body) =>
    expect(NewTranscription.safeParse(body).success).toBe(true),
  );

  test.each(['gs://bucket/x', 'http://a.example/x', 'ftp://a.example', 'x.mp3', ''])(
    'the URL %j is refused',
    (url) => {
      expect(rulesOf({ audio_url: url })).toEqual(['https_url']);
      expect(rulesOf({ audio_uri: url })).toEqual(['https_url']);
    },
  );
});

test.each([
  ['EN', 'en'],
  ['en_US', 'en-US'],
  ['zh_hant_TW', 'zh-Hant-TW'],
  ['zh-yue', 'yue'],
  ['zh_cmn_Hans_CN', 'zh-Hans-CN'],
  ['ar-arz', 'arz'],
])('the language hint %s is read as %s', (hint, tag) => {
  expect(NewTranscription.parse({ ...source, language_hints: [hint] }).language_hints).toEqual([tag]);
});

test('a hint is read alike in any case and with any separator, keeps its language, and what was read is read as itself', () => {
  const { languages } = offerOf(['whisper-large-v3-turbo']);
  const read = (tag: string) => NewTranscription.parse({ ...source, language_hints: [tag] }).language_hints;
  const aTag = fc
    .tuple(fc.constantFrom(...languages), fc.constantFrom('', '-Latn'), fc.constantFrom('', '-BR', '-419'))
    .map((parts) => parts.join(''));
  const aSpelling = aTag.chain((tag) => fc.tuple(fc.constant(tag), fc.mixedCase(fc.constant(tag))));
  const law = fc.property(aSpelling, fc.constantFrom('-', '_'), ([tag, written], separator) => {
    const [canonical = ''] = read(written.replaceAll('-', separator));
    expect([read(tag), read(canonical)]).toEqual([[canonical], [canonical]]);
    expect(languages).toContain(primaryLanguage(canonical));
  });
  fc.assert(law);
});

describe('bounds: one below, at, and one above', () => {
  test.each([
    [9, true],
    [10, true],
    [11, false],
  ])('whether %i language hints are accepted: %s', (count, expected) => {
    expect(accepts({ language_hints: Array.from({ length: count }, () => 'en') })).toBe(expected);
  });

  test.each([
    [0, false],
    [1, true],
    [1_999, true],
    [2_000, true],
    [2_001, false],
  ])('whether %i characters of context are accepted: %s', (count, expected) => {
    expect(accepts({ context: 'x'.repeat(count) })).toBe(expected);
    expect(accepts({ context: '😀'.repeat(count) })).toBe(expected);
  });

  test.each([
    [99, true],
    [100, true],
    [101, false],
  ])('whether %i terms of vocabulary are accepted: %s', (count, expected) => {
    expect(accepts({ custom_vocabulary: terms(count) })).toBe(expected);
  });

  test.each([
    [0, false],
    [1, true],
    [100, true],
    [101, false],
  ])('whether a term of %i characters is accepted: %s', (count, expected) => {
    expect(accepts({ custom_vocabulary: ['é'.repeat(count)] })).toBe(expected);
  });
});

test('terms that differ only in case or Unicode form count once, and the first spelling is kept', () => {
  const parsed = NewTranscription.parse({ ...source, custom_vocabulary: ['Zoë', 'zoe\u0308', 'ZOË', 'Ana'] });
  expect(parsed.custom_vocabulary).toEqual(['Zoë', 'Ana']);
  const folded = ['Straße', 'STRASSE', 'New  York', 'new york', 'ＡＷＳ', 'aws'];
  expect(NewTranscription.parse({ ...source, custom_vocabulary: folded }).custom_vocabulary).toEqual([
    'Straße',
    'New York',
    'ＡＷＳ',
  ]);
  expect(accepts({ custom_vocabulary: [...terms(100), ...terms(100)] })).toBe(true);
});

describe('translation', () => {
  test.each([
    [{ target_language: 'ES' }, { type: 'one_way', target_language: 'es' }],
    [
      { type: 'one_way', target_language: 'es' },
      { type: 'one_way', target_language: 'es' },
    ],
    [
      { language_a: 'en', language_b: 'ja' },
      { type: 'two_way', language_a: 'en', language_b: 'ja' },
    ],
  ])('the translation %j is accepted', (translation, expected) => {
    expect(NewTranscription.parse({ ...source, translation }).translation).toEqual(expected);
  });

  test.each([
    [{}, 'translation.target_language invalid_type'],
    [{ language_a: 'en' }, 'translation.language_b invalid_type'],
    [
      { type: 'two_way', target_language: 'es', language_a: 'en', language_b: 'ja' },
      'translation unrecognized_keys',
    ],
    [{ type: 'one_way', target_language: 'es', language_a: 'en' }, 'translation unrecognized_keys'],
    [{ target_language: 'es', language_a: 'en', language_b: 'ja' }, 'translation unrecognized_keys'],
    [{ type: 'both_ways', target_language: 'es' }, 'translation.type invalid_union'],
    [{ language_a: 'en-US', language_b: 'en-GB' }, 'translation different_languages'],
    [{ target_language: 'xx' }, 'translation.target_language bcp_47'],
    [{ target_language: 'es', glossary: [] }, 'translation unrecognized_keys'],
    ['es', 'translation invalid_type'],
  ])('the translation %j is refused by %s', (translation, refusal) => {
    const body = { ...source, translation };
    const paths = NewTranscription.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
    expect([paths, rulesOf(body)]).toEqual(refusal.split(' ').map((part) => [part]));
  });
});

test.each([
  [{ ...source, langauge_hints: ['en'] }, 'unrecognized_keys'],
  [{ ...source, context: 'a call with M\ufffdller' }, 'replacement_character'],
  [{ ...source, custom_vocabulary: ['M\ufffdller'] }, 'replacement_character'],
  [{ upload_id: 7 }, 'invalid_type'],
  [{ upload_id: 'file_x' }, 'invalid_format'],
  [{ ...source, language_hints: 'en' }, 'invalid_type'],
  [{ ...source, multichannel: 'true' }, 'invalid_type'],
  [{ ...source, multichannel: null }, 'invalid_type'],
  [{ ...source, formatting: { numerals: 'words' } }, 'invalid_value'],
  [{ ...source, formatting: { numbers: 'digits' } }, 'unrecognized_keys'],
  [{ ...source, formatting: null }, 'invalid_type'],
  [{ ...source, redact: 7 }, 'invalid_type'],
  [{ ...source, redact: ['card'] }, 'invalid_value'],
  [{ ...source, redact: Array.from({ length: 6 }, () => 'email') }, 'too_big'],
  [{ ...source, context: 'half a pair: \ud83d' }, 'unicode'],
  [{ ...source, custom_vocabulary: ['\udc00'] }, 'unicode'],
  [JSON.parse('{"upload_id":"upl_x","__proto__":{}}'), 'unrecognized_keys'],
  [{ ...source, language_hints: ['english'] }, 'bcp_47'],
  [{ ...source, language_hints: ['xx-YY'] }, 'bcp_47'],
  [{ ...source, language_hints: ['und'] }, 'bcp_47'],
  [{ ...source, language_hints: ['en US'] }, 'bcp_47'],
  [[], 'invalid_type'],
  [null, 'invalid_type'],
])('the body %j is refused as %s', (body, rule) => {
  expect(rulesOf(body)).toEqual([rule]);
});

test.each(['language_hints', 'target_language'])(
  'a language tag of a megabyte in %s is refused at once, as checking it would take minutes',
  (field) => {
    const tag = `en-${terms(100_000).join('-').replaceAll('term ', 'v')}`;
    const started = performance.now();
    const hints = field === 'language_hints';
    expect(accepts(hints ? { language_hints: [tag] } : { translation: { target_language: tag } })).toBe(
      false,
    );
    expect(performance.now() - started).toBeLessThan(1_000);
  },
);

describe('metadata', () => {
  const refusalOf = (metadata: unknown) => {
    const { error } = NewTranscription.safeParse({ ...source, metadata });
    return error?.issues.map(({ path }) => path[0]);
  };
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, 'v']));

  test.each([{}, keys(16), { ['k'.repeat(40)]: 'v'.repeat(500) }])(
    'the metadata %j are accepted',
    (metadata) => {
      expect(refusalOf(metadata)).toBeUndefined();
    },
  );

  test.each([null, [], { a: 1 }, { a: '' }, { '': 'v' }, keys(17), { ['k'.repeat(41)]: 'v' }])(
    'the metadata %j are refused',
    (metadata) => expect(refusalOf(metadata)).toEqual(['metadata']),
  );

  test.each([
    ['', 'Keys have 1 to 40 characters.'],
    ['k'.repeat(41), 'Keys have 1 to 40 characters.'],
    ['\ud800', 'Send valid Unicode, without lone surrogates.'],
    ['__proto__', 'A key cannot be __proto__.'],
  ])('the refusal of the key %j is about keys', (key, message) => {
    const { error } = NewTranscription.safeParse({ ...source, metadata: { [key]: 'v' } });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
