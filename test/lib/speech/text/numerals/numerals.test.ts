import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  ['five million', '5 million'],
  ['three point one four', '3.14'],
  ['zero point five', '0.5'],
  ['two point five million', '2.5 million'],
  ['version two point oh', 'version 2.0'],
  ['two to three', '2 to 3'],
  ['five and six', '5 and 6'],
  ['chapter one', 'chapter 1'],
  ['platforms one and three', 'platforms 1 and 3'],
  ['two to one', '2 to 1'],
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
])('money and shares: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  ['at ten thirty', 'at 10:30'],
  ['March third ten thirty a.m.', 'March third ten thirty a.m.'],
  ['the thirty-second of May', 'the 32nd of May'],
  ['in twenty ten and until nineteen thirty', 'in 2010 and until 1930'],
  ['at seven oh five', 'at 7:05'],
  ['It is ten forty-five p.m. now', 'It is 10:45 p.m. now'],
  ['seven am', '7 am'],
  ["three o'clock", "3 o'clock"],
  ['March third, twenty twenty-six', 'March 3rd, 2026'],
  ['March twenty-third twenty twenty six', 'March 23rd 2026'],
  ['the third of March', 'the 3rd of March'],
  ['the eleventh of May', 'the 11th of May'],
  ['the one hundred twelfth', 'the 112th'],
  ['the twenty-first century', 'the 21st century'],
  ['nineteen eighty-four', '1984'],
  ['in seventeen fifty five', 'in 1755'],
  ['May nineteen oh one', 'May 1901'],
  ['the fifth floor', 'the 5th floor'],
])('times, dates and ordinals: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});

test.each([
  ['four two four two', '4242'],
  ['double four two', '442'],
  ['oh two oh seven nine four six', '0207946'],
  ['nine one one', '911'],
  ['triple seven', '777'],
])('digits one by one: %s', (text, expected) => {
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
  'at fifteen thirty, at ten seventy, March forty-first twenty twenty',
  'two thousand three thousand people',
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

describe('laws', () => {
  const units =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  type Style = { readonly hyphen: string; readonly and: string };
  const spellSmall = (n: number, { hyphen, and }: Style): string => {
    if (n < 20) return units[n] ?? '';
    if (n < 100)
      return (tens[Math.floor(n / 10) - 2] ?? '') + (n % 10 > 0 ? `${hyphen}${units[n % 10]}` : '');
    const rest = n % 100 > 0 ? `${and}${spellSmall(n % 100, { hyphen, and })}` : '';
    return `${units[Math.floor(n / 100)]} hundred${rest}`;
  };
  const spell = (n: number, style: Style): string => {
    const groups = [
      [1e9, ' billion'],
      [1e6, ' million'],
      [1e3, ' thousand'],
      [1, ''],
    ] as const;
    return groups
      .flatMap(([size, name]) => {
        const group = Math.floor(n / size) % 1_000;
        return group > 0 ? [`${spellSmall(group, style)}${name}`] : [];
      })
      .join(' ');
  };
  const style = fc.record({ hyphen: fc.constantFrom('-', ' '), and: fc.constantFrom(' ', ' and ') });

  test('a number in words becomes the same number in digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 2, max: 3_000 }), fc.integer({ min: 2, max: 1e12 - 1 })),
        style,
        (n, how) => {
          const written = write(`we have ${spell(n, how)} of those`);
          const [, value = '', scale] =
            /^we have ([\d,]+)(?: (million|billion))? of those$/.exec(written) ?? [];
          const factor = scale === 'million' ? 1e6 : scale === 'billion' ? 1e9 : 1;
          expect(Number(value.replaceAll(',', '')) * factor).toBe(n);
        },
      ),
    );
  });

  const word = fc.constantFrom(
    ...[
      'one',
      'two',
      'twenty',
      'hundred',
      'and',
      'point',
      'oh',
      'third',
      'dollars',
      'at',
      'March',
      'a',
      'percent',
    ],
    ...['12', '3.5', '$4', '10:30', 'so', 'the', 'No', 'it.', 'well,', '5', 'double', 'Four'],
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

  test('the digits of a text stay in it, in order', () => {
    fc.assert(
      fc.property(text, (given) => {
        const numbersOf = (one: string): string[] => one.match(/\d[\d.,:]*/g) ?? [];
        const after = numbersOf(write(given));
        let at = 0;
        for (const number of numbersOf(given)) {
          at = after.indexOf(number, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('a text without number words stays as it is, and digits written twice are digits written once', () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = write(given);
        const isPlain = !/\b(?:one|two|twenty|hundred|oh|third|double|four)\b/i.test(given);
        expect(once).toBe(isPlain ? given : once);
        expect(write(once)).toBe(once);
      }),
    );
  });
});
