import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';

const cased = (language: string | null, ...texts: string[]): string[] =>
  rewriteTexts(
    texts.map((text) => ({ text, language })),
    sentenceCase,
  );
const one = (text: string, language: string | null = 'en'): string => cased(language, text)[0] ?? '';

test.each([
  ['it was the best. it was the worst.', 'It was the best. It was the worst.'],
  ['why? because! so it is.', 'Why? Because! So it is.'],
  ['he said (yes.) then left.', 'He said (yes.) Then left.'],
  ['“hello there.', '“Hello there.'],
  ['hello . there .', 'Hello . There .'],
])('a sentence begins with a capital: %s', (text, expected) => {
  expect(one(text)).toBe(expected);
});

test.each([
  ['i think i am. so do i', 'I think I am. So do I.'],
  ["and i'm sure i’ll go, i've been.", "And I'm sure I’ll go, I've been."],
  ['It is i. he went.', 'It is I. He went.'],
  ['That is, i.e. this, hi-fi, i18n, iPhone.', 'That is, i.e. this, hi-fi, i18n, iPhone.'],
])('the English pronoun is "I": %s', (text, expected) => {
  expect(one(text)).toBe(expected);
});

test.each([
  'Mr. quilter came.',
  'At 3.5 percent.',
  'Dr. no.',
  'J. r. r. tolkien wrote.',
  'At 5 p.m. we left.',
  'Well... then he left… and came; then he slept.',
])('an abbreviation or a decimal point does not end a sentence: %s', (text) => {
  expect(one(text)).toBe(text);
});

test.each([
  ['Am 3. mai kam er. dann ging er.', 'de', 'Am 3. mai kam er. Dann ging er.'],
  ['It was 1990. then he left.', 'en', 'It was 1990. Then he left.'],
  ['das Haus ist groß', 'de', 'Das Haus ist groß.'],
  ['¿cómo estás? ¡bien! gracias', 'es', '¿Cómo estás? ¡Bien! Gracias.'],
  ["ijs is koud. 't is zo.", 'nl', "IJs is koud. 't Is zo."],
  ['ijs is koud.', 'nl-NL', 'IJs is koud.'],
  ['con i ragazzi.', 'it', 'Con i ragazzi.'],
  ['matka i ojciec.', 'pl', 'Matka i ojciec.'],
  ['ijtihad is hard.', 'en', 'Ijtihad is hard.'],
  ['έλα εδώ. ύστερα. ή όχι', 'el', 'Έλα εδώ. Ύστερα. Ή όχι.'],
  ['և այսպես', 'hy', 'Եւ այսպես.'],
  ['istanbul güzel', 'tr', 'İstanbul güzel.'],
  ['привет. как дела?', 'ru', 'Привет. Как дела?'],
  ['τι κάνεις; καλά', 'el', 'Τι κάνεις; Καλά.'],
])('other languages have their own rules: %s', (text, language, expected) => {
  expect(one(text, language)).toBe(expected);
});

test.each([
  ['iPhone で見る。ok', 'ja'],
  ['今天天气很好', 'zh'],
  ['สวัสดี ok ครับ', 'th'],
  ['مرحبا ok بكم', 'ar'],
  ['שלום. ok', 'he'],
  ['გამარჯობა. როგორ', 'ka'],
  ['안녕하세요. 네', 'ko'],
  ['สวัสดีครับ', null],
])('a text in a script without capitals stays as it is: %s', (text, language) => {
  expect(one(text, language)).toBe(text);
});

test('addresses and brands keep their small letters', () => {
  const text = 'See. example.com is it. john@example.com wrote. eBay pays.';
  expect(one(text)).toBe(text);
});

test('what was said "What?" he said stays as it is', () => {
  expect(one('"What?" he said.')).toBe('"What?" he said.');
  expect(one('"Go." he said.')).toBe('"Go." he said.');
});

describe('segments', () => {
  test('a sentence that goes on in the next segment goes on in small letters', () => {
    expect(cased('en', 'We came from the house', 'And went to London', 'The end.')).toEqual([
      'We came from the house',
      'and went to London',
      'the end.',
    ]);
  });

  test('a name keeps its capital after a segment without a stop', () => {
    expect(cased('en', 'We met', 'London bridge', 'Is down.')).toEqual([
      'We met',
      'London bridge',
      'is down.',
    ]);
    expect(cased('en', 'And then', 'I went, and', 'IT came.')).toEqual([
      'And then',
      'I went, and',
      'IT came.',
    ]);
  });

  test('German nouns keep their capitals', () => {
    expect(cased('de', 'Wir waren', 'In London.')).toEqual(['Wir waren', 'In London.']);
    expect(cased('de', 'Er sah', 'Häuser und', 'Die Stadt.')).toEqual(['Er sah', 'Häuser und', 'Die Stadt.']);
  });

  test('a sentence ends in a long pause', () => {
    const passage = (text: string, startMs: number) => ({
      text,
      language: 'en',
      startMs,
      endMs: startMs + 1_000,
    });
    const given = [passage('we went home,', 0), passage('And slept', 3_000), passage('then we woke', 7_000)];
    expect(rewriteTexts(given, sentenceCase)).toEqual(['We went home,', 'and slept.', 'Then we woke.']);
  });

  test('only the end of the transcript gets a full stop', () => {
    expect(cased('en', 'First of all', 'second,', '')).toEqual(['First of all', 'second.', '']);
  });
});

describe('laws', () => {
  const word = fc.constantFrom(
    ...[
      'i',
      "i'm",
      'hello',
      'Mr.',
      'end.',
      'why?',
      'And',
      'the',
      'London',
      '...',
      '-',
      '3.',
      'e.g.',
      'ok,',
      '"so."',
    ],
    ...[
      'Straße',
      'привет.',
      'これ。',
      'สวัสดี',
      'مرحبا.',
      'שלום',
      'iPhone',
      '[CARD_NUMBER]',
      '5%',
      'ijs',
      'été',
    ],
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc.string({ maxLength: 30 }),
  );
  const language = fc.constantFrom('en', 'de', 'nl', 'ru', 'ja', 'ar', 'th', null);
  const passages = fc.array(fc.record({ text, language }), { maxLength: 5 });

  test('sentence case done twice is sentence case done once', () => {
    fc.assert(
      fc.property(passages, (given) => {
        const once = rewriteTexts(given, sentenceCase);
        const again = rewriteTexts(
          given.map((passage, i) => ({ ...passage, text: once[i] ?? '' })),
          sentenceCase,
        );
        expect(again).toEqual(once);
      }),
    );
  });

  test('nothing but the case and the last mark of a passage changes', () => {
    fc.assert(
      fc.property(passages, (given) => {
        const bare = (texts: readonly string[]): string[] =>
          texts.map((written) =>
            written
              .trimEnd()
              .toUpperCase()
              .replace(/[,–—-]?\.?$/u, '')
              .trimEnd(),
          );
        expect(bare(rewriteTexts(given, sentenceCase))).toEqual(bare(given.map((passage) => passage.text)));
      }),
    );
  });
});

test('a sentence ends where the language changes, and another begins', () => {
  const spoken = (text: string, language: string | null) => ({ text, language });
  const passages = [
    spoken('to be ill-disposed,', 'en'),
    spoken('carpaneo participó', 'es'),
    spoken('en dos carreras', null),
  ];
  expect(rewriteTexts(passages, sentenceCase)).toEqual([
    'To be ill-disposed.',
    'Carpaneo participó',
    'en dos carreras.',
  ]);
});
