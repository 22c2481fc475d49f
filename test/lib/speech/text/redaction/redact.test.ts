import { describe, expect, test } from 'vitest';
import { redaction, type RedactionKind, redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';

const all = redactionKinds;
const redactAll = (
  texts: readonly string[],
  kinds: readonly RedactionKind[] = all,
  language = 'en',
): string[] =>
  rewriteTexts(
    texts.map((text) => ({ text, language })),
    redaction(kinds),
  );
const redact = (text: string, kinds?: readonly RedactionKind[], language?: string): string =>
  redactAll([text], kinds, language)[0] ?? '';

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

test.each([
  'Get your tickets at ticketmaster.com.',
  'We have a sale at walmart.com. Sign up today at example.com.',
  'I read the article at nytimes.com, and he has a blog, at medium.com.',
  "The price per item at booking.com is lower, that's at example.com.",
])('a name on the web is no address: %s', (text) => {
  expect(redact(text, ['email'])).toBe(text);
});

test.each([
  ['Write to john at example.com', 'Write to [EMAIL]'],
  ['My email is john, at example.com', 'My email is [EMAIL]'],
  ['It is john at gmail.com', 'It is [EMAIL]'],
  ['It is john_smith at example.com', 'It is [EMAIL]'],
  ['It is john7 at example.com', 'It is [EMAIL]'],
  ['It is john dot smith, at example dot com', 'It is [EMAIL]'],
  ['It is john dot smith at, example dot com', 'It is [EMAIL]'],
  ['It is J, O, H, N, at example.com', 'It is [EMAIL]'],
  ["It's J-O-H-N at example.com", "It's [EMAIL]"],
  ['Es ist john at example punkt com', 'Es ist [EMAIL]'],
])('an address with a spoken sign is redacted: %s', (text, expected) => {
  expect(redact(text, ['email'])).toBe(expected);
});

test('what sounds like an address hides no number if addresses are not asked for', () => {
  const text = "Reach John at 415-555-2671. com it's his cell, 4242 4242 4242 4242 his card.";
  expect(redact(text, ['phone_number', 'card_number'])).toBe(
    "Reach John at [PHONE_NUMBER]. com it's his cell, [CARD_NUMBER] his card.",
  );
});

test.each([
  ['fr', 'Appelez le zéro six quatre-vingt-douze soixante-dix-huit vingt-trois quarante-cinq.', 'Appelez le'],
  ['fr', 'Appelez le zéro un vingt et un quatre-vingts soixante et onze dix-sept.', 'Appelez le'],
  ['es', 'Llame al nueve uno veintitrés treinta y cuatro cincuenta y seis siete.', 'Llame al'],
  ['pt', 'Ligue para nove um vinte e três trinta e quatro cinquenta e seis sete.', 'Ligue para'],
  ['en', 'Call oh one seven fifty-five forty two twenty-one thirty.', 'Call'],
])('numbers to a hundred are digits of a telephone number in %s: %s', (language, text, before) => {
  expect(redact(text, ['phone_number'], language)).toBe(`${before} [PHONE_NUMBER].`);
});

test.each([
  'The doses were 0.5, 0.25, 0.125.',
  'We measured 3.14, 2.72, 1.618, and it took 0.123456789 seconds.',
  'The cell prices are 9.99, 24.95, 3.50.',
  'The subnet mask is 255.255.255.0, the host 223.64.120.96.',
  'The phone was released in 2019, 2020 in Europe.',
  'The text was written in 1984, 1985.',
  'In 2016, 2018, 20 people came.',
  'On 03 04 2026, 10 people came.',
  'The cell counts were 120, 135, 140.',
  'The cell is 1/2, 3/4 or 5/8 full on 03/04/2026 10 times.',
  'We had a call on 15 11 2024, and one on 16. 11. 2024, and one on 2024/11/17.',
])('a list, a date or an amount is no telephone number: %s', (text) => {
  expect(redact(text, ['phone_number'])).toBe(text);
});

test.each([
  ['Reach us at 415-555-2671, 7 days a week.', 'Reach us at [PHONE_NUMBER], 7 days a week.'],
  ['It is 415-555-2671, 24 hours a day.', 'It is [PHONE_NUMBER], 24 hours a day.'],
  ['It is 415-555-2671, 415-555-2672.', 'It is [PHONE_NUMBER], [PHONE_NUMBER].'],
  ['It is 0151 2345 6789, 0151 2345 6780.', 'It is [PHONE_NUMBER], [PHONE_NUMBER].'],
  ['It is 415 555 2671, 94107.', 'It is [PHONE_NUMBER], 94107.'],
  ['In 2024, 415-555-2671 was ours.', 'In 2024, [PHONE_NUMBER] was ours.'],
  ['In 94107 415 555 2671.', 'In 94107 [PHONE_NUMBER].'],
  ['It is 020 7946 0958 24 7.', 'It is [PHONE_NUMBER] 24 7.'],
  ['Four one five, five five five, two six seven one, ten.', '[PHONE_NUMBER], ten.'],
  ['It is 0044 20 7946 0958 or 00 44 20 7946 0958.', 'It is [PHONE_NUMBER] or [PHONE_NUMBER].'],
  [
    'It is 06.12.34.56.78 or 415.555.2671, 3.5 miles off.',
    'It is [PHONE_NUMBER] or [PHONE_NUMBER], 3.5 miles off.',
  ],
  ['Call 5550123, 5550124.', 'Call [PHONE_NUMBER].'],
])('a telephone number is redacted with another number beside it: %s', (text, expected) => {
  expect(redact(text, ['phone_number'])).toBe(expected);
});

test('a telephone number in a segment of its own is redacted with a number in the next', () => {
  expect(redactAll(['It is 415-555-2671', '24 hours.'], ['phone_number'])).toEqual([
    'It is [PHONE_NUMBER]',
    '24 hours.',
  ]);
});

test('a list of telephone numbers holds no card number', () => {
  // 16 of their digits begin like a card and have the checksum.
  const text = 'Numbers 284-242-4024, 284-248-0822.';
  expect(redact(text, ['card_number'])).toBe(text);
});

test.each([
  ['zh', '我的电话是13800138000。', '我的电话是[PHONE_NUMBER]。'],
  ['zh', '我的电话号码是一三八零零一三八零零零', '我的电话号码是[PHONE_NUMBER]'],
  ['zh', '请拨打 138 0013 8000', '请拨打 [PHONE_NUMBER]'],
  ['zh', '订单 12345678 已发货', '订单 12345678 已发货'],
])('a word for telephone makes digits a telephone number in %s: %s', (language, text, expected) => {
  expect(redact(text, ['phone_number'], language)).toBe(expected);
});

test.each([
  ['en', 'DE89 3704 0044 0532 0130 00'],
  ['en', 'de 89 3704 0044 0532 0130 00'],
  ['en', 'De89 3704 0044 0532 0130 00'],
  ['en', 'DE89: 3704 0044 0532 0130 00'],
  ['en', 'DE89… 3704… 0044… 0532… 0130… 00'],
  ['en', 'DE89 (3704) 0044 0532 0130 00'],
  ['en', 'GB82, W E S T, 1234 5698 7654 32'],
  [
    'en',
    'G B eighty-two W E S T twelve thirty-four fifty-six ninety-eight seventy-six fifty-four thirty-two',
  ],
  ['en', 'G B eight two, um, W E S T one two three four five six nine eight seven six five four three two'],
  [
    'en',
    'D E eight nine three seven zero four double zero double four oh five three two oh one three triple zero',
  ],
  [
    'fr',
    'FR quatorze vingt zéro quatre un zéro un zéro zéro cinq zéro cinq zéro zéro zéro treize M zéro deux six zéro six',
  ],
  [
    'es',
    'ES noventa y uno veintiuno cero cero cero cuatro dieciocho cuarenta y cinco cero dos cero cero cero cinco trece treinta y dos',
  ],
  ['ar', 'SA٠٣ ٨٠٠٠ ٠٠٠٠ ٦٠٨٠ ١٠١٦ ٧٥١٩'],
  ['ja', 'ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００'],
])('an IBAN is redacted however it is typed or spoken in %s: %s', (language, text) => {
  expect(redact(`${text}.`, ['iban'], language)).toBe('[IBAN].');
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

describe('card numbers', () => {
  test.each([
    'My card is 4242 4242 4242 4242, thanks.',
    'My card is 4242-4242-4242-4242, thanks.',
    'My card is 4242424242424242, thanks.',
    'My card is 4242. 4242, 4242. 4242, thanks.',
    'My card is four two four two four two four two four two four two four two four two, thanks.',
    'My card is four two four two, four two four two. Four two four two, four two four two, thanks.',
    'My card is forty-two forty-two forty two forty two forty two forty two forty two forty two, thanks.',
    'My card is four two four two um four two four two dash 4242 uh 4 2 4 2, thanks.',
    'My card is double four double four triple three three double two double two double one double one, thanks.',
    'My card is 5555 5555 5555 4444, thanks.',
    'My card is 2223, 0031, 2200, 3222, thanks.',
    'My card is 4242 ... 4242 ... 4242 ... 4242, thanks.',
    'My card is 3782 822463 10005, thanks.',
    'My card is 4222222222222, thanks.',
    'My card is 6304 0000 0000 0000 000, thanks.',
    'My card is 4:242, 4,242, 4242, 4242, thanks.',
    'My card is ４２４２ ４２４２ ４２４２ ４２４２, thanks.',
  ])('a card number is redacted however it is typed or spoken: %s', (text) => {
    expect(redact(text)).toBe('My card is [CARD_NUMBER], thanks.');
  });

  test.each([
    ['بطاقتي ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ شكرا', 'ar', 'بطاقتي [CARD_NUMBER] شكرا'],
    ['הכרטיס שלי 4242-4242-4242-4242 תודה', 'he', 'הכרטיס שלי [CARD_NUMBER] תודה'],
    ['บัตร ๔๒๔๒๔๒๔๒๔๒๔๒๔๒๔๒ ครับ', 'th', 'บัตร [CARD_NUMBER] ครับ'],
    ['カードは四二四二四二四二四二四二四二四二です', 'ja', 'カードは[CARD_NUMBER]です'],
    [
      'Karte zweiundvierzig zweiundvierzig vier zwei vier zwei 4242 zweiundvierzig zweiundvierzig',
      'de',
      'Karte [CARD_NUMBER]',
    ],
    [
      'la tarjeta cuatro dos cuatro dos cuatro dos cuatro dos cuatro dos cuatro dos cuatro dos cuatro dos',
      'es',
      'la tarjeta [CARD_NUMBER]',
    ],
  ])('a card number is redacted in other languages and scripts: %s', (text, language, expected) => {
    expect(redact(text, all, language)).toBe(expected);
  });

  test.each([
    ['4539 okay 1488 yes 0343 okay 6467', 'en'],
    ['4539. Yes. 1488. Okay, got it. 0343. Yeah. 6467', 'en'],
    [
      'four five three nine, then one four eight eight, mm-hmm, oh three four three and six four six seven',
      'en',
    ],
    ['4539 uh-huh 1488, uhh, 0343, go on, 6467', 'en'],
    ['4539, 4539, 1488, 1488, 0343, 0343, 6467, 6467', 'en'],
    [
      'Four five three nine. Four five three nine. One four eight eight. Okay, one four eight eight. 0343. 6467. 6467',
      'en',
    ],
    ['4539 und 1488 ja genau 0343 und dann 6467', 'de'],
    ['4539 y luego 1488, sí, 0343 y 6467', 'es'],
    ['4539 puis 1488 et 0343 oui 6467', 'fr'],
    ['4539，然后1488，好，0343，6467', 'zh'],
  ])('a card number is redacted with answers and joints between its groups: %s', (text, language) => {
    expect(redact(`${text}.`, ['card_number'], language)).toBe('[CARD_NUMBER].');
  });

  test.each([
    ['vier één één één één één één één één één één één één één één één', 'nl'],
    ['ventitré ventitré zero zero zero zero zero zero zero zero zero zero zero sei', 'it'],
    ['dezasseis dezassete dezanove dezasseis dezassete dezanove zero quatro', 'pt'],
    ['dreissig dreissig zweiunddreissig null null null null null null null null null null', 'de'],
    ['trente quatre-vingt-quatre zéro zéro zéro zéro zéro zéro zéro zéro zéro zéro zéro trois', 'fr'],
    ['four naught one two eight eight eight eight eight eight eight eight one eight eight one', 'en'],
    ['四幺幺幺幺幺幺幺幺幺幺幺幺幺幺幺', 'zh'],
    ['4242の4242の4242の4242', 'ja'],
    ['四二四二の四二四二の四二四二の四二四二', 'ja'],
    ['4242－4242－4242－4242', 'ja'],
    ['4242・4242・4242・4242', 'ja'],
    ['४२४२। ४२४२। ४२४२। ४२४२', 'hi'],
    ['٤٢٤٢؛ ٤٢٤٢؛ ٤٢٤٢؛ ٤٢٤٢', 'ar'],
    ['4242−4242−4242−4242', 'en'],
    ['4242/4242/4242/4242', 'en'],
    ['"4242" "4242" “4242” 4242', 'en'],
  ])('a card number is redacted with the words and marks of its language: %s', (text, language) => {
    expect(redact(text, ['card_number'], language)).toMatch(/^[”"]?\[CARD_NUMBER\]$/);
  });

  test('a card number is redacted with the answers of the other in segments of their own', () => {
    const texts = ['It is 4539.', 'Okay.', '1488 0343.', 'Right.', '6467, thanks.'];
    expect(redactAll(texts, ['card_number']).join(' ')).not.toMatch(/\d/);
  });

  test('a card number followed by its date is redacted', () => {
    expect(redact('4242 4242 4242 4242 12 26 123')).not.toMatch(/42/);
    expect(
      redact('four two four two four two four two four two four two four two four two one two two six'),
    ).not.toMatch(/four/);
    expect(redact('4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2 twelve six')).not.toMatch(/4/);
    const fifteen = 'three seven eight two eight two two four six three one zero zero zero five';
    expect(redact(`${fifteen} one two two six one two three four`)).not.toMatch(/eight/);
    expect(redact('Number 5. 4242 4242 4242 4242.')).toBe('Number 5. [CARD_NUMBER].');
  });

  test.each([
    '4539148803436467327',
    '45391488034364673277',
    '3714496353984310327',
    '45391488034364674539148803436467',
    'four two four two four two four two four two four two four two four two, three twenty-seven',
    'three seven eight two eight two two four six three one zero zero zero five, oh three two seven',
    'thirty-seven eighty-two eighty-two twenty-four sixty-three ten oh oh fifty-one twenty-three',
    'one: four two four two four two four two four two four two four two four two',
  ])('a card number in more digits than its own is redacted: %s', (text) => {
    expect(redact(`It is ${text}.`, ['card_number'])).not.toMatch(/4539|371|3467|four two|eight/);
  });

  test.each([
    'My card is 4242 4242 4242 4243, thanks.',
    'four two four two four two four two four two four two four two four three',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'It was 1,234,567 in 2024, 2025 and 2026.',
    'Between 2016 and 2018 and then 2020 and 2026.',
    'In 1914, 1918, 1939, 1945, 1968, 1989 and 2001.',
    'In 1990, 1995, 2000, 2023 and at 10:30, 11:45, 12:15, 13:00.',
    'They cost 1,200, 1,400, 1,600, 1,802.',
    'IP 192.168.100.200 version 1.2.3',
    'no one of them came at 10:30 on 03.04.2026.',
  ])('a text without a right card number stays as it is: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
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
      'My social security number is two one nine oh nine nine nine nine nine.',
      'My social security number is [US_SSN].',
    ],
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
    'The year 1984, room 101, 50 percent, 3 to 4.',
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

describe('segments and words', () => {
  test('a number across segments is replaced in each of them', () => {
    const given = [
      'It is four two four two four two',
      'four two four two four two',
      'Four two four two. Thanks.',
    ];
    expect(redactAll(given)).toEqual(['It is [CARD_NUMBER]', '[CARD_NUMBER]', '[CARD_NUMBER]. Thanks.']);
  });

  test('the words of a number become one word that spans their times', () => {
    const words = ['is', '4242', '4242', '4242', '4242,', 'ok'].map((text, i) => ({
      ...{ text, startMs: 100 * i, endMs: 100 * i + 90 },
      confidence: 0.5,
    }));
    const text = words.map((word) => word.text).join(' ');
    const [one] = rewrite([{ text, language: 'en', words }], redaction(all));
    expect(one?.words.map((word) => [word.text, word.startMs, word.endMs])).toEqual([
      ['is', 0, 90],
      ['[CARD_NUMBER],', 100, 490],
      ['ok', 500, 590],
    ]);
  });

  test('words that differ from the text hold no number either', () => {
    const words = ['4242', '4242', '4242', '4242'].map((text, i) => ({
      ...{ text, startMs: i, endMs: i + 1 },
      confidence: 1,
    }));
    const [one] = rewrite([{ text: 'Something else', language: 'en', words }], redaction(all));
    expect(one?.words.map(({ text }) => text)).toEqual(['[CARD_NUMBER]']);
  });
});
