import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redaction, type RedactionKind, redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { continued } from '#lib/speech/text/redaction/continued.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';

const redactAll = (texts: readonly string[], kinds: readonly RedactionKind[] = redactionKinds): string[] =>
  rewriteTexts(
    texts.map((text) => ({ text, language: 'en' })),
    redaction(kinds),
  );
const redact = (text: string, kinds?: readonly RedactionKind[]): string => redactAll([text], kinds)[0] ?? '';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));

/** The number with its check digit. Uses a table of doubled digits, independently of the tested code. */
const checked = (body: string): string => {
  const weighed = Array.from(body)
    .toReversed()
    .map((digit, i) => Number(i % 2 === 0 ? '0246813579'[Number(digit)] : digit));
  return body + String((10 - (weighed.reduce((sum, value) => sum + value, 0) % 10)) % 10);
};
const cardOf = (lengths: { readonly min: number; readonly max: number }) =>
  fc
    .integer(lengths)
    .chain((length) => digits(length - 1))
    .map(checked);
const card = cardOf({ min: 13, max: 19 });
/** Longer card numbers are excluded, because they are checked together with the digits that follow them. */
const usualCard = cardOf({ min: 13, max: 16 });
const names = 'zero one two three four five six seven eight nine'.split(' ');
const spoken = (number: string): string => Array.from(number, (digit) => names[Number(digit)]).join(' ');
const grouped = (number: string, separator: string): string =>
  (number.match(/.{1,4}/g) ?? []).join(separator);
const written = fc
  .tuple(card, fc.constantFrom('', ' ', '-', ', ', '. ', ' - ', ' ... ', 'spoken', 'one by one'))
  .map(([any, how]) => {
    // A number with commas must start like a card number.
    const number = how === ', ' ? checked(`4${any.slice(1, -1)}`) : any;
    const text =
      how === 'spoken'
        ? spoken(number)
        : how === 'one by one'
          ? Array.from(number).join(' ')
          : grouped(number, how);
    return { number, text };
  });
const innocent = fc.array(
  fc.constantFrom(
    'hello',
    'there',
    'one',
    'of',
    'them',
    'i',
    'and',
    '12',
    'room',
    'no',
    'yes,',
    'so.',
    'ünïcode',
    '今日',
  ),
  { minLength: 1, maxLength: 6 },
);

test('no text of a result holds a card number, wherever its segments end', () => {
  fc.assert(
    fc.property(written, fc.nat(40), ({ text }, cut) => {
      const spaces = Array.from(text.matchAll(/ /g), ({ index }) => index);
      const at = spaces.length > 0 ? (spaces[cut % spaces.length] ?? 0) : text.length;
      const segments = [`The card is ${text.slice(0, at)}`, `${text.slice(at).trim()} thank you`];
      const out = redactAll(segments, ['card_number']).join(' ');
      expect(out).toMatch(/^The card is (?:\[CARD_NUMBER\][\s,.-]*){1,2} ?thank you$/);
    }),
  );
});

test('a number with a wrong checksum is no card number', () => {
  fc.assert(
    fc.property(usualCard, fc.integer({ min: 1, max: 9 }), fc.boolean(), (number, shift, isSpoken) => {
      const wrong = number.slice(0, -1) + String((Number(number.at(-1)) + shift) % 10);
      const text = `It is ${isSpoken ? spoken(wrong) : wrong}, ok.`;
      expect(redact(text, ['card_number'])).toBe(text);
    }),
  );
});

test('a text without numbers to redact stays as it is', () => {
  fc.assert(
    fc.property(fc.array(innocent, { maxLength: 4 }), (segments) => {
      const texts = segments.map((words) => words.join(' '));
      expect(redactAll(texts)).toEqual(texts);
    }),
  );
});

test('of many card numbers in a row, in one segment or several, none is left', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 4 }), fc.boolean(), (cards, isOne) => {
      const texts = cards.map(({ text }) => text);
      const out = redactAll(isOne ? [texts.join('. ')] : texts, ['card_number']).join(' ');
      const left = `${out.replaceAll(/\D+/g, '')} ${out}`;
      for (const { number, text } of cards) {
        expect(left).not.toContain(number);
        expect(left).not.toContain(text);
      }
    }),
  );
});

test('an IBAN is redacted in any grouping, and only with the right checksum', () => {
  fc.assert(
    fc.property(
      digits(18),
      fc.constantFrom('', ' ', '-'),
      fc.integer({ min: 1, max: 96 }),
      (body, by, shift) => {
        const check = (value: number): string => String(value).padStart(2, '0');
        // D and E count as 13 and 14 in the checksum.
        const right = `DE${check(98 - Number(BigInt(`${body}131400`) % 97n))}${body}`;
        expect(redact(`To ${grouped(right, by)} now`)).toBe('To [IBAN] now');
        const wrong = `DE${check(((Number(right.slice(2, 4)) - 2 + shift) % 97) + 2)}${body}`;
        expect(redact(`To ${grouped(wrong, by)} now`, ['iban'])).toBe(`To ${grouped(wrong, by)} now`);
      },
    ),
  );
});

/** Countries with the number of letters of their banks, and of the digits after them. */
const iban = fc
  .tuple(
    fc.constantFrom(['DE', 0, 18], ['NO', 0, 11], ['GB', 4, 14], ['IE', 4, 14], ['NL', 4, 10]),
    fc.stringMatching(/^[A-Z]{4}$/),
    digits(18),
  )
  .map(([[country, letters, length], bank, body]) => {
    const own = bank.slice(0, letters) + body.slice(0, length);
    const value = Array.from(`${own}${country}00`, (character) => parseInt(character, 36)).join('');
    return `${country}${String(98n - (BigInt(value) % 97n)).padStart(2, '0')}${own}`;
  });

test('an IBAN with any bank is redacted, in groups, in small letters or spelled', () => {
  fc.assert(
    fc.property(iban, fc.constantFrom('grouped', 'small', 'spelled'), (number, how) => {
      const one = how === 'small' ? number.toLowerCase() : number;
      const characters = Array.from(number, (character) => names[parseInt(character, 36)] ?? character);
      const text = how === 'spelled' ? characters.join(' ') : grouped(one, ' ');
      expect(redact(`To ${text} now`, ['iban'])).toBe('To [IBAN] now');
    }),
    { numRuns: 300 },
  );
});

/** The test measures the time of the processor, which a busy machine gives slowly. */
const onBusyMachineMs = 200_000;
const wordsOfFiveHours = 45_000;
const repeated = fc.array(
  fc.constantFrom(
    ...'dot Dot. dash plus at minus @ a a- a.b x@y.z john one 4 4242 0.5, 555 double um D E89 [EMAIL]'.split(
      ' ',
    ),
    ...'[PHONE_NUMBER] . , ... + okay sorry 01.02.2026'.split(' '),
  ),
  { minLength: 1, maxLength: 4 },
);
const wordsPerSegment = fc.constantFrom(1, 2, 3, 7, 20, wordsOfFiveHours);

/** Repeats the words up to five hours of speech, as segments with this many words. */
const segmentsOf = (words: readonly string[], length: number) =>
  Array.from({ length: Math.ceil(wordsOfFiveHours / length) }, (_segment, at) => {
    const own = Array.from({ length }, (_word, i) => words[(at * length + i) % words.length] ?? '');
    return {
      text: own.join(' '),
      language: 'en',
      words: own.map((text) => ({ text, startMs: 0, endMs: 1, confidence: 1 })),
    };
  });

const secondsOf = (run: () => unknown): number => {
  const { user } = process.cpuUsage();
  run();
  return process.cpuUsage({ user, system: 0 }).user / 1e6;
};

test.each([
  ['a chunk', redaction(redactionKinds)],
  ['a border', continued(redactionKinds, 1)],
])(
  'five hours of the same words, in segments of any length, are redacted within seconds as %s',
  (_, find) => {
    fc.assert(
      fc.property(repeated, wordsPerSegment, (words, length) => {
        const segments = segmentsOf(words, length);
        expect(secondsOf(() => rewrite(segments, find))).toBeLessThan(5);
      }),
      {
        numRuns: 6,
        examples: [
          [['dot'], wordsOfFiveHours],
          [['Dot.'], 1],
          [['plus', 'minus'], 1],
          [['dash', 'dot', 'at'], 20],
          [['4242', 'sorry'], wordsOfFiveHours],
        ],
      },
    );
  },
  onBusyMachineMs,
);
