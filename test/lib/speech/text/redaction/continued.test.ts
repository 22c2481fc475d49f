import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continued } from '#lib/speech/text/redaction/continued.ts';
import { redaction, type RedactionKind, redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { rewriteTexts } from '#lib/speech/text/rewrite.ts';

const passages = (texts: readonly string[]) => texts.map((text) => ({ text, language: 'en' }));

/** The segments of two chunks. First each chunk is redacted separately, then the border, then both together. */
const redactedChunks = (
  chunks: readonly (readonly string[])[],
  kinds: readonly RedactionKind[] = redactionKinds,
): string[] => {
  const alone = chunks.map((texts) => rewriteTexts(passages(texts), redaction(kinds)));
  const find = continued(kinds, alone[0]?.length ?? 0);
  return rewriteTexts(passages(rewriteTexts(passages(alone.flat()), find)), redaction(kinds));
};
/** Like `redactedChunks`, but with one segment in each chunk. */
const redacted = (texts: readonly string[], kinds?: readonly RedactionKind[]): string[] =>
  redactedChunks(
    texts.map((text) => [text]),
    kinds,
  );

/** All ways to divide words into two texts. */
const divided = (text: string): [string, string][] => {
  const words = text.split(' ');
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
};

test.each([
  ['call me on', 'oh one seven two five five five zero one two three'],
  ['call me on', '0 1 7 2 5 5 5 0 1 2 3'],
  ['please dial', 'eight oh oh five five five oh one nine nine'],
  ['my number is plus', 'four four two oh seven nine four six oh nine five eight'],
])('no digit of a phone number stays, wherever a chunk ends: %s %s', (words, number) => {
  for (const [before, after] of divided(number)) {
    const [first = '', second = ''] = redacted([`${words} ${before}.`, `${after}, thanks.`]);
    expect(`${before} | ${after} => ${first} ${second}`).not.toMatch(
      /=> .*(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|\d)/,
    );
  }
});

test('no digit of a phone number in several segments stays, wherever they and the chunk end', () => {
  const number = 'oh one seven two five five five zero one two three';
  for (const [before, after] of divided(number))
    for (const [a, b] of [...divided(before), [before]])
      for (const [c, d] of [...divided(after), [after]]) {
        const chunks = [
          [`Please call me, it is ${a}`, b],
          [c, d, 'Thanks.'],
        ].map((texts) => texts.filter((text) => text !== undefined));
        const text = redactedChunks(chunks).join(' ');
        expect(`${JSON.stringify(chunks)} => ${text}`).not.toMatch(
          /=> .*\b(?:oh|zero|one|two|three|five|seven)\b/,
        );
      }
});

test('the digits on both sides of a border are redacted with the rest of their number behind them', () => {
  // The checksum is also valid for the last 14 of the 16 digits.
  const fourteen = 'four two four two four two four two four two four two four two';
  expect(
    redactedChunks([
      ['It is', 'four'],
      ['two', `${fourteen}.`],
    ]),
  ).toEqual(['It is', ...['[CARD_NUMBER]', '[CARD_NUMBER]', '[CARD_NUMBER].']]);
});

test('digits of a card number in a segment of their own are no phone number', () => {
  const chunks = [
    ['It is four two four', 'two four two four two four two four two four'],
    ['two four two, thanks.'],
  ];
  expect(redactedChunks(chunks).join(' ')).not.toMatch(/two|four/);
});

test('what stands beside a label inside a chunk stays', () => {
  const chunks = [
    ['We were nine.', '202-555-0199 rang.', 'Nine of us', 'came.'],
    ['Nobody', 'asked 202-555-0199.', 'Ten did.'],
  ];
  expect(redactedChunks(chunks).join(' ')).toBe(
    'We were nine. [PHONE_NUMBER] rang. Nine of us came. Nobody asked [PHONE_NUMBER]. Ten did.',
  );
});

test.each([
  'john dot smith at example dot com',
  'j o h n at example dot com',
  'john underscore smith dash x at example dot com',
])('no beginning of an address stays, wherever a chunk ends: %s', (address) => {
  for (const [before, after] of divided(address)) {
    const text = redacted([`It is ${before}.`, `${after}, thanks.`]).join(' ');
    expect(`${before} | ${after}: ${text}`).not.toMatch(/: .*\b(?:john|smith|[johnx])\b/i);
  }
});

test('a card number whose first digits are one by chance is redacted as a whole', () => {
  // The checksum is also valid for 13 of the 16 digits.
  expect(redacted(['My card is 4222222222222', '345 and that is all.'], ['card_number'])).toEqual([
    'My card is [CARD_NUMBER]',
    '[CARD_NUMBER] and that is all.',
  ]);
});

test.each([
  [
    ['Call 202-555-0199.', 'The nine of us'],
    ['Call [PHONE_NUMBER].', 'The nine of us'],
  ],
  [
    ['Nine of us', 'call 202-555-0199.'],
    ['Nine of us', 'call [PHONE_NUMBER].'],
  ],
  [
    ['Call 202-555-0199. We are nine', 'or ten.'],
    ['Call [PHONE_NUMBER]. We are nine', 'or ten.'],
  ],
  [
    ['My name is John.', 'ann@example.com'],
    ['My name is John.', '[EMAIL]'],
  ],
])('what is not beside a label across the border stays: %j', (texts, expected) => {
  expect(redacted(texts)).toEqual(expected);
});

test('digits at a border stay if only addresses are asked for', () => {
  const texts = ['It is 42', '17 of them'];
  expect(redacted(texts, ['email'])).toEqual(texts);
});

test('texts without a number or an address stay as they are', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'a', 'hello.', '7', 'dot', 'at'), { minLength: 1 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const texts = [before.join(' '), after.join(' ')];
      expect(rewriteTexts(passages(texts), continued(redactionKinds, 1))).toEqual(texts);
    }),
  );
});
