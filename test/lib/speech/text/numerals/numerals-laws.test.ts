import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digits } from '#lib/speech/text/numerals/numerals.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';

const write = (text: string): string => rewriteTexts([{ text, language: 'en' }], digits)[0] ?? '';

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
type Style = { readonly hyphen: string; readonly and: string };
const spellSmall = (n: number, { hyphen, and }: Style): string => {
  if (n < 20) return units[n] ?? '';
  if (n < 100) return (tens[Math.floor(n / 10) - 2] ?? '') + (n % 10 > 0 ? `${hyphen}${units[n % 10]}` : '');
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
  ...[
    'two,',
    'five,',
    'to',
    'in',
    'of',
    'over',
    'between',
    'slash',
    'dash',
    'dot',
    'dollar',
    'room',
    'Street',
  ],
  ...['nineteen', 'zero', 'hours', 'cents', 'pounds', 'minus', 'press', 'code', 'one,', 'eight', 'half'],
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
      const isPlain =
        !/\b(?:one|two|five|eight|zero|nineteen|twenty|hundred|oh|third|double|four|dollar)\b/i.test(given);
      expect(once).toBe(isPlain ? given : once);
      expect(write(once)).toBe(once);
    }),
  );
});

test('the words of a text still spell it in digits, and their times stay in order', () => {
  fc.assert(
    fc.property(text, (given) => {
      const words = given
        .split(' ')
        .filter((one) => one !== '')
        .map((one, i) => ({ text: one, startMs: i * 10, endMs: i * 10 + 9, confidence: 1 }));
      const [written] = rewrite([{ text: given, language: 'en', words }], digits);
      expect(written?.words.map((one) => one.text).join(' ')).toBe(written?.text);
      const times = written?.words.flatMap(({ startMs, endMs }) => [startMs, endMs]) ?? [];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
  );
});

/** The test measures the time of the processor, which a busy machine gives slowly. */
const onBusyMachineMs = 200_000;

test(
  'five hours of the same words are written within seconds',
  () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const given = Array.from({ length: 45_000 }, (_, i) => words[i % words.length]).join(' ');
        const { user } = process.cpuUsage();
        write(given);
        expect(process.cpuUsage({ user, system: 0 }).user / 1e6).toBeLessThan(5);
      }),
      { numRuns: 4, examples: [[['one']], [['two,']], [['twenty', 'point']], [['double']]] },
    );
  },
  onBusyMachineMs,
);
