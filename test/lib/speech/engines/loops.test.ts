import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutEcho, cutInventedEcho, cutLoop, repeatsItself } from '#lib/speech/engines/loops.ts';
import { recognition } from '../../../support/scripted-engine.ts';

test.each([
  'thank you bye now thank you bye now thank you bye now',
  'la la la la la la',
  'ご視聴ありがとうございました'.repeat(4),
])('four words that occur three times are a loop: %s', (text) => {
  expect(repeatsItself(text)).toBe(true);
});

test('two repetitions are real speech', () => {
  expect(repeatsItself('no no no no no yes no no no')).toBe(false);
});

test('a loop is cut after its first round, in the text and in its words', () => {
  const { text, words } = cutLoop(recognition(`We left. And the west, ${'and the west, '.repeat(6)}and`));
  expect(text).toBe('We left. And the west');
  expect(words.map((word) => word.text).join(' ')).toBe('We left. And the west,');
});

test('a loop without spaces is cut after its first round', () => {
  const thanks = 'ご視聴ありがとうございました。';
  expect(cutLoop(recognition(thanks.repeat(4), { words: [] })).text).toBe(thanks.slice(0, -1));
});

test('a cut text is judged by the words that are left', () => {
  const looped = recognition('so it goes on '.repeat(5), { meanLogProb: -0.1 });
  const words = looped.words.map((word, i) => ({ ...word, confidence: i < 4 ? Math.exp(-2) : 1 }));
  expect(cutLoop({ ...looped, words }).meanLogProb).toBeCloseTo(-2);
});

test.each([
  ['Hel, hel, hel.', 'Hel'],
  ['Thou that art, thou that art, art', 'Thou that art'],
  ['We had every, every,', 'We had every'],
  ['No, no, not yet.', 'No, no, not yet.'],
  ['', ''],
])('words that repeat those before them at the end of a draft are cut: %s', (draft, shown) => {
  expect(cutEcho(draft)).toBe(shown);
});

test('of any words the end is said once, and all before it is kept', () => {
  const words = fc.array(fc.constantFrom('so', 'it', 'goes', 'on'), { maxLength: 20 });
  const law = fc.property(words, (spoken) => {
    const text = spoken.join(' ');
    const cut = cutEcho(text);
    expect(text.startsWith(cut)).toBe(true);
    expect(new Set(cut.split(' '))).toEqual(new Set(spoken.length > 0 ? spoken : ['']));
    expect(cutEcho(cut)).toBe(cut);
  });
  fc.assert(law);
});

test.each([
  ['It, it, it, it.', 450, 'It'],
  ['Thou that art thou that art,', 700, 'Thou that art'],
  ['No, no, no, no.', 700, 'No, no, no, no.'],
  ['Bye bye.', 500, 'Bye bye.'],
  ['I said that it was so.', 500, 'I said that it was so.'],
])('an echo is cut if it was spoken faster than anybody speaks: %s in %d ms', (heard, speechMs, kept) => {
  const { text, words } = cutInventedEcho(recognition(heard), speechMs);
  expect(text).toBe(kept);
  expect(words.map((word) => word.text.replace(',', ''))).toEqual(
    heard.replaceAll(',', '').split(' ').slice(0, kept.split(' ').length),
  );
});

test('an echo is cut from a text that would not end, however slowly it was spoken', () => {
  const endless = recognition('Thyself, thyself, thyself,', { complete: false });
  expect(cutInventedEcho(endless, 2_000).text).toBe('Thyself');
});
