import { expect, test } from 'vitest';
import { redact, redactAll } from '../../../../support/redacted.ts';

test.each([
  ['fr', 'Appelez le zéro six quatre-vingt-douze soixante-dix-huit vingt-trois quarante-cinq.', 'Appelez le'],
  ['fr', 'Appelez le zéro un vingt et un quatre-vingts soixante et onze dix-sept.', 'Appelez le'],
  ['es', 'Llame al nueve uno veintitrés treinta y cuatro cincuenta y seis siete.', 'Llame al'],
  ['pt', 'Ligue para nove um vinte e três trinta e quatro cinquenta e seis sete.', 'Ligue para'],
  ['es', 'Es más treinta y cuatro seis doce treinta y cuatro cincuenta y seis siete.', 'Es'],
  ['it', 'È più trentanove tre tre tre dodici trentaquattro cinquantasei.', 'È'],
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
  'Vom 01.02.2026 – 03.04.2026, 01.02.2026-03.04.2026, und am 01. 02. 2026 10 Uhr.',
  'From 01/02/2026 10 am, 05-11-2019 10-30, 2026-11-30 14 30 20.',
  'Count 2 4 6 8 10 12 14, 0 5 10 15 20 25 30, and call 100 90 80 70.',
  'The cell is 120, 135, 140 wide, and +1 234 567 890 123 456 7 is too long.',
  'The bits are 0 1 1 0 1 1 1 0 0 1 and 0000 0000 00.',
  'zero, ten, twenty, thirty, forty, fifty',
  'We had a call on 15 11 2024, and one on 16. 11. 2024, and one on 2024/11/17.',
])('a list, a date or an amount is no telephone number: %s', (text) => {
  expect(redact(text, ['phone_number'])).toBe(text);
});

test.each([
  ['en', 'Order number 4155552671.'],
  ['en', 'The order ID is, um, 2345678901, and 4155552671 is my booking number.'],
  ['en', 'Invoice 0123456789, ticket number 0012345678, case: 0987654321.'],
  ['en', 'Order number 415, okay, 555, yes, 2671.'],
  ['en', 'We need 41, okay, 5555, yes, 2671.'],
  ['en', 'UPC 036000291452.'],
  ['en', 'The serial number is 415-555-2671.'],
  ['de', 'Die Bestellnummer ist 0123456789.'],
  ['fr', 'Le numéro de facture est 0123456789.'],
  ['es', 'El número de pedido: 0123456789.'],
  ['fr', 'Le numéro de client est 0123456789.'],
  ['en', 'Customer number 0123456789, account ID 4155552671.'],
  ['en', 'The measurements were 250 310 4150 and 260 320.'],
  ['en', 'We have 415 and 555 and 2671.'],
  ['en', 'We need 250, 325, 5000 and 6000.'],
  ['en', 'Medical record number 4155552671, MRN 4155552671.'],
  ['de', 'Die Werte sind 250 310 4150.'],
  ['fr', 'Mon numéro de commande est le 0612345678.'],
  ['en', 'Rooms 212 213 2140.'],
  ['en', 'It is 415 555 2671 millimeters long.'],
  ['en', 'It has 2 147 483 647 rows.'],
  ['en', 'The text is from 1987 1988.'],
])(
  'a number that its words call by another name, or a value, is no telephone number in %s: %s',
  (language, text) => {
    expect(redact(text, ['phone_number'], language)).toBe(text);
  },
);

test.each([
  ['My order is late, call 415 555 2671.', 'My order is late, call [PHONE_NUMBER].'],
  ['For this account it is 415-555-2671.', 'For this account it is [PHONE_NUMBER].'],
  ['Order number 12, phone 4155552671.', 'Order number 12, phone [PHONE_NUMBER].'],
  ['The case: my number is 415 555 2671.', 'The case: my number is [PHONE_NUMBER].'],
  ['Our sizes? Call 415-555-2671, copies cost more.', 'Our sizes? Call [PHONE_NUMBER], copies cost more.'],
  ['Reference +49 30 901820.', 'Reference [PHONE_NUMBER].'],
  ['Call the customer, 415-555-2671.', 'Call the customer, [PHONE_NUMBER].'],
  ['For prices 415-555-2671.', 'For prices [PHONE_NUMBER].'],
  ['In case 415-555-2671 is busy, wait.', 'In case [PHONE_NUMBER] is busy, wait.'],
  ['Le numéro de téléphone est 0123456789.', 'Le numéro de téléphone est [PHONE_NUMBER].'],
])('a telephone number is redacted near the name of another number: %s', (text, expected) => {
  expect(redact(text, ['phone_number'])).toBe(expected);
});

test.each([
  ['Reach us at 415-555-2671, 7 days a week.', 'Reach us at [PHONE_NUMBER], 7 days a week.'],
  ['Call +44 7755 123456, 7 days a week.', 'Call [PHONE_NUMBER], 7 days a week.'],
  ['It is 415-555-2671, 24 hours a day.', 'It is [PHONE_NUMBER], 24 hours a day.'],
  ['It is 415-555-2671, 415-555-2672.', 'It is [PHONE_NUMBER], [PHONE_NUMBER].'],
  ['It is 0151 2345 6789, 0151 2345 6780.', 'It is [PHONE_NUMBER], [PHONE_NUMBER].'],
  ['It is 415 555 2671, 94107.', 'It is [PHONE_NUMBER], 94107.'],
  ['In 2024, 415-555-2671 was ours.', 'In 2024, [PHONE_NUMBER] was ours.'],
  ['In 0130 415-555-2671.', 'In 0130 [PHONE_NUMBER].'],
  ['In 94107 415 555 2671.', 'In 94107 [PHONE_NUMBER].'],
  ['It is 020 7946 0958 24 7.', 'It is [PHONE_NUMBER] 24 7.'],
  ['Four one five, five five five, two six seven one, ten.', '[PHONE_NUMBER], ten.'],
  ['It is 0044 20 7946 0958 or 00 44 20 7946 0958.', 'It is [PHONE_NUMBER] or [PHONE_NUMBER].'],
  [
    'It is 06.12.34.56.78 or 415.555.2671, 3.5 miles off.',
    'It is [PHONE_NUMBER] or [PHONE_NUMBER], 3.5 miles off.',
  ],
  ['Since 06.12.1990 030 901820.', 'Since 06.12.1990 [PHONE_NUMBER].'],
  ['It is 030 901820 01.02.2026.', 'It is [PHONE_NUMBER] 01.02.2026.'],
  ['It is 0151-23-10-2019.', 'It is [PHONE_NUMBER].'],
  ['It is 01.02.2019.12.', 'It is [PHONE_NUMBER].'],
  ['Call 5550123, 5550124.', 'Call [PHONE_NUMBER].'],
])('a telephone number is redacted with another number beside it: %s', (text, expected) => {
  expect(redact(text, ['phone_number'])).toBe(expected);
});

test.each([
  ['You can reach me at 555 1234.', 'You can reach me at [PHONE_NUMBER].'],
  ['It is 4155552671.', 'It is [PHONE_NUMBER].'],
  ['It is 1 415 5552671.', 'It is [PHONE_NUMBER].'],
  ['Call one eight hundred, five five five, one two one two.', 'Call [PHONE_NUMBER].'],
  ['It is eight hundred five five five twelve twelve.', 'It is [PHONE_NUMBER].'],
  ['It is 415. Okay. 555, yes, 2671.', 'It is [PHONE_NUMBER].'],
  ['It is 415, okay, 555, yes, 2671. Is 5 fine?', 'It is [PHONE_NUMBER]. Is 5 fine?'],
  ['It is four one five, okay, five five five two six seven one.', 'It is [PHONE_NUMBER].'],
  ['Area code 415 and then 555 2671.', 'Area code [PHONE_NUMBER].'],
  ['My number is five five five, one two three four.', 'My number is [PHONE_NUMBER].'],
])('a telephone number is announced by other words, or by its form: %s', (text, expected) => {
  expect(redact(text, ['phone_number'])).toBe(expected);
});

test('a telephone number in a segment of its own is redacted with a number in the next', () => {
  expect(redactAll(['It is 415-555-2671', '24 hours.'], ['phone_number'])).toEqual([
    'It is [PHONE_NUMBER]',
    '24 hours.',
  ]);
});

test('a list of telephone numbers holds no card number', () => {
  // 16 of their digits start like a card number and have a valid checksum.
  const text = 'Numbers 284-242-4024, 284-248-0822.';
  expect(redact(text, ['card_number'])).toBe(text);
});

test.each([
  ['zh', '我的电话是13800138000。', '我的电话是[PHONE_NUMBER]。'],
  ['zh', '我的电话号码是一三八零零一三八零零零', '我的电话号码是[PHONE_NUMBER]'],
  ['zh', '请拨打 138 0013 8000', '请拨打 [PHONE_NUMBER]'],
  ['de', 'Meine Telefonnummer ist 9018200.', 'Meine Telefonnummer ist [PHONE_NUMBER].'],
  ['es', 'Mi número es seis doce treinta y cuatro cincuenta y seis siete.', 'Mi número es [PHONE_NUMBER].'],
  ['ru', 'Мой телефон 8 916 123-45-67.', 'Мой телефон [PHONE_NUMBER].'],
  ['zh', '订单 12345678 已发货', '订单 12345678 已发货'],
])('a word for telephone makes digits a telephone number in %s: %s', (language, text, expected) => {
  expect(redact(text, ['phone_number'], language)).toBe(expected);
});
