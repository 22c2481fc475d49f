import { expect, test } from 'vitest';
import { redact, redactAll } from '../../../../support/redacted.ts';

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
  'My card is four oh one two quadruple eight quadruple eight one double eight one, thanks.',
  'My card is 5555 5555 5555 4444, thanks.',
  'My card is 2223, 0031, 2200, 3222, thanks.',
  'My card is 4242 ... 4242 ... 4242 ... 4242, thanks.',
  'My card is 3782 822463 10005, thanks.',
  'My card is 4222222222222, thanks.',
  'My card is 6304 0000 0000 0000 000, thanks.',
  'My card is 4:242, 4,242, 4242, 4242, thanks.',
  'My card is 378 282 246 310 005, thanks.',
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
  expect(redact(text, undefined, language)).toBe(expected);
});

test.each([
  ['4539 okay 1488 yes 0343 okay 6467', 'en'],
  ['4539. Yes. 1488. Okay, got it. 0343. Yeah. 6467', 'en'],
  [
    'four five three nine, then one four eight eight, mm-hmm, oh three four three and six four six seven',
    'en',
  ],
  ['4539 uh-huh 1488, ah, uhh, 0343, go on, 6467', 'en'],
  ['4539, 4539, 1488, 1488, 0343, 0343, 6467, 6467', 'en'],
  [
    'Four five three nine. Four five three nine. One four eight eight. Okay, one four eight eight. 0343. 6467. 6467',
    'en',
  ],
  ['4539, perfect, 1488, great, thank you, 0343, sure, go ahead, 6467', 'en'],
  ['4539, correct, 1488, good, oh three four three, mhm, 6467', 'en'],
  ['4539, richtig, 1488, prima, 0343, alles klar, 6467', 'de'],
  ['4539, perfecto, 1488, muy bien, 0343, correcto, 6467', 'es'],
  ['4539, parfait, 1488, très bien, 0343, exact, 6467', 'fr'],
  ['4539, perfetto, 1488, esatto, 0343, certo, 6467', 'it'],
  ['4539, perfeito, 1488, isso, 0343, correto, 6467', 'pt'],
  ['4539, prima, 1488, klopt, 0343, juist, 6467', 'nl'],
  ['4539 sorry wait 1488, hold on, let me see, 0343, 6467', 'en'],
  ['4539 1488 0343 and the last four are 6467', 'en'],
  ['4539, the next four are 1488, then 0343, and the last is 6467', 'en'],
  ['4539 1488 0343 ending with the last four digits 6467', 'en'],
  ['four thousand, oh five six six, five five six six, five five five six', 'en'],
  [
    'forty-two forty-two, four thousand two hundred and forty-two, forty-two forty-two, forty-two forty-two',
    'en',
  ],
  [
    'forty-five thirty-nine, one thousand four hundred and eighty-eight, oh three forty-three, six thousand four hundred sixty-seven',
    'en',
  ],
  ['forty-two forty-two forty, two, four two four two four two four two, six', 'en'],
  ['fifty-one oh five ten fifty-one oh five ten fifty-one hundred', 'en'],
  ['4539 und 1488 ja genau 0343 und dann 6467', 'de'],
  ['4539 y luego 1488, sí, 0343 y 6467', 'es'],
  ['4539 puis 1488 et 0343 oui 6467', 'fr'],
  ['4539，然后1488，好，0343，6467', 'zh'],
])('a card number is redacted with answers and joints between its groups: %s', (text, language) => {
  expect(redact(`${text}.`, ['card_number'], language)).toBe('[CARD_NUMBER].');
});

test.each([
  ['4539 1488 0344, sorry, 0343 6467', 'en'],
  ['4539 1488 0344 6467, no, I mean 0343 6467', 'en'],
  ['4539 1488 0, oops, 4539 1488 0343 6467', 'en'],
  ['four five three nine one four eight nine, no, one four eight eight, 0343, 6467', 'en'],
  ['3782 822464, sorry, 822463 10005', 'en'],
  ['4539 1488 0344, nein, Entschuldigung, 0343 6467', 'de'],
  ['4539 1488 0344, non, pardon, 0343 6467', 'fr'],
  ['4539 1488 0344, no, perdón, 0343 6467', 'es'],
])('a card number is redacted with digits that its speaker corrects: %s', (text, language) => {
  expect(redact(`${text}.`, ['card_number'], language)).toBe('[CARD_NUMBER].');
});

test.each([
  ['Double 4, double 0, double 2, double 5, double 6, double 7, double 8, 9, 1', 'en'],
  ['doble cuatro doble cero doble dos doble cinco doble seis doble siete doble ocho nueve uno', 'es'],
  ['doppio 4 doppio 0 doppio 2 doppio 5 doppio 6 doppio 7 doppio 8 9 1', 'it'],
  ['dubbel vier dubbel nul dubbel twee dubbel vijf dubbel zes dubbel zeven dubbel acht negen een', 'nl'],
  [
    'Doppel vier, Doppel null, Doppel zwei, Doppel fünf, Doppel sechs, Doppel sieben, acht acht neun eins',
    'de',
  ],
])('a digit that is said to be doubled counts twice: %s', (text, language) => {
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
  expect(redact('Number 8. 1234 5678 1234 5670. 3 came.')).toBe('Number 8. [CARD_NUMBER]. 3 came.');
});

test.each([
  '4539148803436467327',
  '5018000000000009327',
  '45391488034364673277',
  '3714496353984310327',
  '45391488034364674539148803436467',
  'four two four two four two four two four two four two four two four two, three twenty-seven',
  'three seven eight two eight two two four six three one zero zero zero five, oh three two seven',
  'thirty-seven eighty-two eighty-two twenty-four sixty-three ten oh oh fifty-one twenty-three',
  'one: four two four two four two four two four two four two four two four two',
])('a card number in more digits than its own is redacted: %s', (text) => {
  expect(redact(`It is ${text}.`, ['card_number'])).not.toMatch(/4539|371|3467|5018|four two|eight/);
});

test.each([
  'My card is 4242 4242 4242 4243, thanks.',
  'four two four two four two four two four two four two four two four three',
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
  'It was 1,234,567 in 2024, 2025 and 2026.',
  'Between 2016 and 2018 and then 2020 and 2026.',
  'In 1914, 1918, 1939, 1945, 1968, 1989 and 2001.',
  'In 1990, 1995, 2000, 2023 and at 10:30, 11:45, 12:15, 13:00.',
  'Four thousand, five thousand, three thousand, six thousand two hundred.',
  'It was 4000, 5000, sorry, 3000 and the last four thousand.',
  'We have 120 130 140 150 160.',
  'Your tracking number is 9400 1118 9922 3817 2345 67.',
  '4539 1488 0344, sorry, 0343 6468.',
  '1234 5678 1235, sorry, 1234 5670.',
  // These have valid checksums by chance.
  'We took 40 50 60 70 80 90 100.',
  'It showed 0000 0000 0000 0000.',
  'They need 410 320 240 190 120.',
  'In 1991, 2001, 2010, 2020, or 1991 and 2007 and 2012 and 2022.',
  'It cost $4242, $4242, $4242, $4242, so I double checked it.',
  'They cost 1,200, 1,400, 1,600, 1,802.',
  'IP 192.168.100.200 version 1.2.3',
  'no one of them came at 10:30 on 03.04.2026.',
])('a text without a right card number stays as it is: %s', (text) => {
  expect(redact(text)).toBe(text);
});
