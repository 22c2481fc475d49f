import { describe, expect, test } from 'vitest';
import { labelOf, redaction, type RedactionKind, redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { redact, redactAll } from '../../../../support/redacted.ts';

test.each([
  'He arrived at noon. It was raining.',
  "I'm at home. It's nice.",
  'She is good at math. In the evening she laughed at him. No wonder.',
  'One, two, three, four, five, six, seven, eight, nine, ten.',
  'Two three four five six seven eight nine ten eleven.',
  'Call me on 23.11.2026.',
])('everyday English stays as it is: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('what sounds like an address hides no number if addresses are not asked for', () => {
  const text = "Reach John at 415-555-2671. com it's his cell, 4242 4242 4242 4242 his card.";
  expect(redact(text, ['phone_number', 'card_number'])).toBe(
    "Reach John at [PHONE_NUMBER]. com it's his cell, [CARD_NUMBER] his card.",
  );
});

test('number words, also with accents, are those of the language of their segment, whatever language follows', () => {
  const text =
    'D E acht neun drei sieben null vier null null vier vier null fünf drei zwei null eins drei null null null';
  const passages = [
    { text, language: 'de' },
    { text: 'Thank you.', language: 'en' },
  ];
  expect(rewriteTexts(passages, redaction(['iban']))).toEqual(['[IBAN]', 'Thank you.']);
});

describe('other kinds', () => {
  test.each([
    ['IBAN DE89 3704 0044 0532 0130 00 please', 'IBAN [IBAN] please'],
    ['It is GB82WEST12345698765432.', 'It is [IBAN].'],
    [
      'D E eight nine three seven zero four oh oh four four oh five three two oh one three oh oh oh, yes',
      '[IBAN], yes',
    ],
    ['Write to john.smith+x@example.co.uk.', 'Write to [EMAIL].'],
    ['Write to john dot smith at example dot com.', 'Write to [EMAIL].'],
    ['Write to jane_doe at example dot co dot uk please', 'Write to [EMAIL] please'],
    ['Write to John Dot Smith At Gmail Dot Com please', 'Write to [EMAIL] please'],
    ['Write to j o h n at gmail dot com', 'Write to [EMAIL]'],
    ['Write to john one two three at gmail.com', 'Write to [EMAIL]'],
    ['Call at 10:30: 415 555 2671 now', 'Call at 10:30: [PHONE_NUMBER] now'],
    ['Call me at (415) 555-2671 now', 'Call me at [PHONE_NUMBER] now'],
    ['Call four one five five five five two six seven one', 'Call [PHONE_NUMBER]'],
    ['It is +49 30 901820.', 'It is [PHONE_NUMBER].'],
    ['It is plus four nine three zero nine zero one eight two zero', 'It is [PHONE_NUMBER]'],
    ['It is 020 7946 0958.', 'It is [PHONE_NUMBER].'],
    ['It is 030 901820.', 'It is [PHONE_NUMBER].'],
    ['It is 0151 2345 6789.', 'It is [PHONE_NUMBER].'],
    ['It is +372 54321.', 'It is [PHONE_NUMBER].'],
    ['It is +49.30.901820.', 'It is [PHONE_NUMBER].'],
    ['It is 0151/23456789 or 06/12/34/56/78.', 'It is [PHONE_NUMBER] or [PHONE_NUMBER].'],
    ['It is 555-0123.', 'It is [PHONE_NUMBER].'],
    ['SSN 219-09-9999 ok', 'SSN [US_SSN] ok'],
    ['219-09-9999 is mine.', '[US_SSN] is mine.'],
    [
      'My social security number is 555123456, 01/02/1980.',
      'My social security number is [US_SSN], 01/02/1980.',
    ],
    [
      'My social security number is two one nine oh nine nine nine nine nine.',
      'My social security number is [US_SSN].',
    ],
    ['My social is 219, okay, 09, got it, 9999. Is 5 fine?', 'My social is [US_SSN]. Is 5 fine?'],
    ['Two one nine dash oh nine dash nine nine nine nine.', '[US_SSN].'],
    ['Is it 219-09-9999 or 4?', 'Is it [US_SSN] or 4?'],
  ])('a number or an address is replaced by its kind in: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each([
    'IBAN DE88 3704 0044 0532 0130 00',
    'It is 7424026183961447050 thank you.',
    'Look at example dot com.',
    'We met at example dot com, visit us at example.com.',
    'It is 000-12-3456 or 666-12-3456 or 912-12-3456.',
    'On 2026-11-23 we sold 2,345,678,901 pieces at 1,234.56.',
    'Part number 219-09-9999, item 123 45 6789, SKU: 123-45-6789, policy number 555-12-3456.',
    'It was 100 20 3000 dollars.',
    'The year 1984, room 101, 50 percent, 3 to 4.',
    'Social security: 100, 200, 300, 400 and 500 dollars.',
  ])('what breaks a rule of its kind stays as it is: %s', (text) => {
    expect(redact(text, ['card_number', 'email', 'iban', 'us_ssn'])).toBe(text);
  });

  test('only the kinds asked for are redacted, and a number has one kind', () => {
    const text = '4242 4242 4242 4242, DE89 3704 0044 0532 0130 00, a@b.de';
    expect(redact(text, ['email'])).toBe('4242 4242 4242 4242, DE89 3704 0044 0532 0130 00, [EMAIL]');
    expect(redact(text, ['card_number'])).toBe('[CARD_NUMBER], DE89 3704 0044 0532 0130 00, a@b.de');
    expect(redact('Call 3782 822463 10005.', ['phone_number'])).toBe('Call 3782 822463 10005.');
  });
});

describe('numbers and addresses beside each other', () => {
  const examples: readonly (readonly [RedactionKind, string])[] = [
    ['card_number', '4242 4242 4242 4242'],
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['email', 'j.smith@example.com'],
    ['email', '7@example.com'],
    ['us_ssn', '555-12-3456'],
    ['phone_number', '415-555-2671'],
  ];
  type Example = (typeof examples)[number];
  const pairs = examples.flatMap((one) => examples.map((other) => [one, other] as const));
  const unlike = pairs.filter(([[one], [other]]) => one !== other);
  const textOf = (pair: readonly Example[], by: string, kinds: readonly RedactionKind[] = []): string =>
    `It is ${pair.map(([kind, example]) => (kinds.includes(kind) ? labelOf(kind) : example)).join(by)}.`;

  test.each([', ', '. ', ' and ', '; '])(
    'numbers and addresses beside each other are redacted, and one kind alone too, between "%s"',
    (by) => {
      for (const pair of unlike)
        for (const kinds of [redactionKinds, ...redactionKinds.map((kind) => [kind])])
          expect(redact(textOf(pair, by), kinds)).toBe(textOf(pair, by, kinds));
      for (const pair of pairs) expect(redact(textOf(pair, by))).not.toMatch(/[\d@]/);
    },
  );

  test('the words between two redacted numbers of any kinds stay', () => {
    for (const pair of pairs)
      expect(redact(textOf(pair, ' but not '))).toBe(textOf(pair, ' but not ', redactionKinds));
  });

  test.each([
    ['DE89 3704 0044 0532 0130 00, j dot smith at example dot com.', redactionKinds, '[IBAN], [EMAIL].'],
    ['4242 4242 4242 4242, j @ example dot com.', ['card_number'], '[CARD_NUMBER], j @ example dot com.'],
    ['4242424242424242@example.com.', ['card_number'], '4242424242424242@example.com.'],
    ['my phone, 12 26; 219-09-9999.', redactionKinds, 'my phone, 12 26; [US_SSN].'],
    // The checksum is also valid for the 16 digits from 2671 on.
    ['415-555-2671; 4111111111111111.', redactionKinds, '[PHONE_NUMBER]-[CARD_NUMBER].'],
    // The checksum is also valid for the 19 digits up to 030.
    ['4242 4242 4242 4242, 030 901820.', redactionKinds, '[CARD_NUMBER] [PHONE_NUMBER].'],
  ] as const)('what seems to overlap is redacted, but no more: %s', (text, kinds, expected) => {
    expect(redact(`It is ${text}`, kinds)).toBe(`It is ${expected}`);
  });
});

describe('segments and words', () => {
  test('a number across segments is replaced in each of them', () => {
    const given = [
      'It is four two four two four two',
      'four two four two four two',
      'Four two four two. Thanks.',
    ];
    expect(redactAll(given)).toEqual(['It is [CARD_NUMBER]', '[CARD_NUMBER]', '[CARD_NUMBER]. Thanks.']);
  });

  test('a segment inside a number that has no part of it stays, and so do spaces around the number', () => {
    const given = ['It is 4242 4242 ', ' ... ', ' 4242 4242. Ok'];
    expect(redactAll(given)).toEqual(['It is [CARD_NUMBER] ', ' ... ', ' [CARD_NUMBER]. Ok']);
  });

  test('the words of a number become one word that spans their times', () => {
    const words = ['is', '4242', '4242', '4242', '4242,', 'ok'].map((text, i) => ({
      text,
      startMs: 100 * i,
      endMs: 100 * i + 90,
      confidence: 0.5,
    }));
    const text = words.map((word) => word.text).join(' ');
    const [one] = rewrite([{ text, language: 'en', words }], redaction(redactionKinds));
    expect(one?.words.map((word) => [word.text, word.startMs, word.endMs])).toEqual([
      ['is', 0, 90],
      ['[CARD_NUMBER],', 100, 490],
      ['ok', 500, 590],
    ]);
  });

  test('the confidence of a number is the mean of its words', () => {
    const words = ['4242', '4242', '4242', '4242'].map((text, i) => ({
      text,
      startMs: i,
      endMs: i + 1,
      confidence: [0.5, 0.7, 0.9, 0.906][i] ?? 0,
    }));
    const [one] = rewrite(
      [{ text: '4242 4242 4242 4242', language: 'en', words }],
      redaction(redactionKinds),
    );
    expect(one?.words.map(({ confidence }) => confidence)).toEqual([0.752]);
  });

  test('words that differ from the text hold no number either', () => {
    const words = ['4242', '4242', '4242', '4242'].map((text, i) => ({
      text,
      startMs: i,
      endMs: i + 1,
      confidence: 1,
    }));
    const others = { text: 'Something else', language: 'en', words };
    const alike = { text: '4242 4242 4242 4242', language: 'en', words };
    for (const segments of [[others], [{ ...alike, words: [] }, others], [others, alike]])
      for (const { words: own } of rewrite(segments, redaction(redactionKinds)))
        expect(own.map(({ text }) => text).join(' ')).not.toMatch(/\d/);
    expect(rewrite([others], redaction(redactionKinds))[0]?.words[0]?.text).toBe('[CARD_NUMBER]');
  });
});
