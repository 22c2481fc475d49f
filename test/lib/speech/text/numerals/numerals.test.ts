import { expect, test } from 'vitest';
import { digits } from '#lib/speech/text/numerals/numerals.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';

const write = (text: string, language: string | null = 'en'): string =>
  rewriteTexts([{ text, language }], digits)[0] ?? '';

test.each([
  ['twenty-three people', '23 people'],
  ['Two of them came.', '2 of them came.'],
  ['one hundred and five days', '105 days'],
  ['the two hundred and fifth floor', 'the 205th floor'],
  ['the one hundred and first', 'the 101st'],
  ['one hundred and twenty first', '121st'],
  ['a hundred and twenty days', '120 days'],
  ['twelve thousand five hundred', '12,500'],
  ['nineteen hundred', '1900'],
  ['ten thousand', '10,000'],
  ['two thousand and ten', '2010'],
  ['three million two hundred thousand', '3,200,000'],
  ['one million', '1 million'],
  ['five million', '5 million'],
  ['won twenty-one to one', 'won 21 to 1'],
  ['March one', 'March 1'],
  ['three point one four', '3.14'],
  ['zero point five', '0.5'],
  ['two point five million', '2.5 million'],
  ['version two point oh', 'version 2.0'],
  ['two to three', '2 to 3'],
  ['five and six', '5 and 6'],
  ['chapter one', 'chapter 1'],
  ['platforms one and three', 'platforms 1 and 3'],
  ['two to one', '2 to 1'],
  ['one, two, three, go', '1, 2, 3, go'],
  ['5, six and seven', '5, 6 and 7'],
  ['three to one odds', '3 to 1 odds'],
  ['One in five adults, one out of ten children', '1 in 5 adults, 1 out of 10 children'],
  ['three minus one', '3 minus 1'],
  ['one plus one', '1 plus 1'],
  ['He left. "Two beers," he said.', 'He left. "2 beers," he said.'],
  ['press one for sales, two for support', 'press 1 for sales, 2 for support'],
  ['two thousand five hundred people', '2,500 people'],
  ['port eight thousand eighty', 'port 8080'],
  ['five to one hundred', '5 to 100'],
  ['ten to a hundred', '10 to 100'],
  ['version three point one point four', 'version 3.1.4'],
  ['Python three point eleven', 'Python 3.11'],
  ['one nine two dot one six eight dot one dot one', '192.168.1.1'],
])('a number: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  ['five dollars', '$5'],
  ['one hundred twenty-three dollars and forty-five cents.', '$123.45.'],
  ['five dollars and five cents', '$5.05'],
  ['five million dollars', '$5 million'],
  ['two point five million euros', '€2.5 million'],
  ['a hundred dollars', '$100'],
  ['forty cents', '40 cents'],
  ['twenty pounds', '20 pounds'],
  ["five dollars' worth", "5 dollars' worth"],
  ['fifty percent', '50%'],
  ['one per cent', '1%'],
  ['five dollars ninety-nine.', '$5.99.'],
  ['ten dollars twenty people', '$10 20 people'],
  ['five dollars and one hundred cents', '$5 and 100 cents'],
  ['five dollars and zero cents', '$5 and 0 cents'],
  ['five dollars and ninety-nine.', '$5 and 99.'],
  ['five dollars five.', '$5 5.'],
  ['five per person', '5 per person'],
  ['fifty or sixty dollars', '$50 or $60'],
  ['fifty and sixty dollars', '50 and $60'],
  ['ten for five dollars', '10 for $5'],
  ['fifteen hundred dollars', '$1,500'],
  ['one thousand two hundred dollars and six cents', '$1,200.06'],
  ['fifty to sixty dollars', '$50 to $60'],
  ['between fifty and a hundred dollars', 'between $50 and $100'],
  ['a hundred dollar bill', 'a $100 bill'],
  ['a dollar fifty', '$1.50'],
  ['a dollar and five cents', '$1.05'],
  ['twenty pounds and fifty pence', '£20.50'],
])('money and shares: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  ['four two four two', '4242'],
  ['double four two', '442'],
  ['oh two oh seven nine four six', '0207946'],
  ['nine one one', '911'],
  ['triple seven', '777'],
  ['one, double five oh', '1, 550'],
  ['oh double five oh one', '05501'],
  ['the code is one two three four', 'the code is 1234'],
  ['A B one two three', 'A B 123'],
  ['double five, oh one two three', '55, 0123'],
  ['two zero, three zero, four zero', '20, 30, 40'],
  ['nine four one oh seven dash one two three four', '94107-1234'],
  ['one eight hundred five five five one two one two', '1-800-555-1212'],
  ['eight hundred five five five one two one two', '800-555-1212'],
])('digits one by one: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  ['at one twenty three Main Street', 'at 123 Main Street'],
  ['at twelve thirty-four West forty-second Street', 'at 1234 West 42nd Street'],
  ['blood pressure one twenty over eighty', 'blood pressure 120 over 80'],
  ['room three twelve, flight two forty-nine', 'room 312, flight 249'],
  ['at ten thirty Monday', 'at 10:30 Monday'],
])('a number that is read in two parts: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  'One of them. No one came, one by one.',
  'one and only, for one and all',
  'a million thanks, a hundred times',
  'two thirds, one third, three quarters, a fifth of it',
  'two and a half years, one and a half',
  'twenty-four seven, fifty fifty, seven eleven, ten four',
  'ten thirty or seventeen fifty-five',
  'at fifteen thirty a share, at ten seventy, March forty-first twenty twenty',
  'two thousand three thousand people',
  'we saw two fifty people walk the street, twenty ten, the third twenty twenty-six',
  'three point two hundred, one two point five, twenty zero, zero hundred',
  'T-twenty cricket, it went back to a hundred',
  'He paid twenty twelve dollars, won one hundred zero, and got one thousand zero points.',
  'one two three four',
  'two three people',
  'a two-faced, forty-two-year-old man in his mid-twenties',
  'the Fantastic Four and the Big Ten',
  'first of all, wait a second, on second thoughts',
  'you may second this, may third parties',
  'twenty twenty vision',
  'hundreds of thousands, a few hundred',
  '3 hundred, 20 twenty, $5 million, 3.5, 10:30',
  'the point five people made',
  'twenty something',
  'Oh, double that.',
  'It cost half a million dollars.',
  'about hundred and fifty people',
  'between five hundred and two thousand dollars',
  'two or three hundred people',
  'Take a thirty-second break, or a sixty second one.',
  'open until ten thirty, closed since eleven fifteen',
  'between two and three hundred people, eight, nine hundred of them',
  'eighty-five to ninety thousand dollars',
  'It costs nineteen ninety-nine. We paid eighteen fifty for it.',
  'Three Mile Island',
  'one thousand and fifteen hundred milligrams',
  'Bake it at three fifty degrees.',
  'three and three quarters',
  'one to one, press one of them, press one more time',
  'rained two fifty over night',
  'twenty/twenty',
  'Oh eight hundred of them came.',
  'a dollar and a half',
  'in the nineteen nineties and the eighteen hundreds, the early two thousands',
])('what is not surely a number stays as it was spoken: %s', (text) => {
  expect(write(text)).toBe(text);
});

test.each([
  ['zwei drei vier fünf', 'de'],
  ['one hundred', 'es'],
  ['one hundred', null],
  ['五百', 'ja'],
  ['مئة', 'ar'],
])('other languages stay as they were spoken: %s', (text, language) => {
  expect(write(text, language)).toBe(text);
});

test.each([
  [
    ['twenty', 'five people'],
    ['twenty', 'five people'],
  ],
  [
    ['one hundred and', 'Twenty dollars.'],
    ['one hundred and', 'Twenty dollars.'],
  ],
  [
    ['twenty-five', 'Hundred'],
    ['twenty-five', 'Hundred'],
  ],
  [
    ['in nineteen', 'eighty-four, ten'],
    ['in nineteen', 'eighty-four, 10'],
  ],
  [
    ['three', 'point five'],
    ['three', 'point five'],
  ],
  [
    ['four two four', 'two one one'],
    ['424', '211'],
  ],
  [
    ['about twenty.', 'five people'],
    ['about 20.', '5 people'],
  ],
  [
    ['in twenty ten', 'five people'],
    ['in 2010', '5 people'],
  ],
])('a number that may go on in the next segment stays in words: %s', (texts, expected) => {
  const passages = texts.map((text) => ({ text, language: 'en' }));
  expect(rewriteTexts(passages, digits)).toEqual(expected);
});

test('the words of a number become one with the times of all', () => {
  const text = 'pay twenty five dollars, now';
  const words = text
    .split(' ')
    .map((word, i) => ({ text: word, startMs: i * 10, endMs: i * 10 + 9, confidence: 1 }));
  expect(rewrite([{ text, language: 'en', words }], digits)[0]?.words.slice(1)).toEqual([
    { text: '$25,', startMs: 10, endMs: 39, confidence: 1 },
    { text: 'now', startMs: 40, endMs: 49, confidence: 1 },
  ]);
});
