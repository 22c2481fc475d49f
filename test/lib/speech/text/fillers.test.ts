import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutFillers } from '#lib/speech/text/fillers.ts';
import { rewrite, rewriteTexts } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';

const without = (text: string, language: string | null = 'en'): string => {
  const [bare = ''] = rewriteTexts([{ text, language }], withoutFillers);
  return rewriteTexts([{ text: bare, language }], sentenceCase)[0] ?? '';
};

test.each([
  ['Um, hello there.', 'Hello there.'],
  ['So, um, I think so.', 'So I think so.'],
  ['I, uh, went home.', 'I went home.'],
  ['Apples, um, pears.', 'Apples, pears.'],
  ['I went um home.', 'I went home.'],
  ['It is five um or six, mm, seven.', 'It is five or six, seven.'],
  ['I went, um.', 'I went.'],
  ['I went. Um. And came.', 'I went. And came.'],
  ['I went, um. And came.', 'I went. And came.'],
  ['Did you go? Um. Yes.', 'Did you go? Yes.'],
  ['So, um I went.', 'So, I went.'],
  ['Um, uh, erm, yes.', 'Yes.'],
  ['Um.', ''],
  ['well hmm... yes.', 'Well yes.'],
])('a filler goes with the comma that it carries: %s', (text, expected) => {
  expect(without(text)).toBe(expected);
});

test.each([
  ['Hmm?', 'en'],
  ['Uh-huh, mhm. In the ER, 5 mm.', 'en'],
  ['A five mm drill, twenty-five mm or a hundred mm long.', 'en'],
  ['Er kam um acht, eh klar.', 'de'],
  ['Um dia eles vieram em casa.', 'pt'],
  ['Eh, no.', 'it'],
  ['อืม ครับ', 'th'],
  ['آه نعم', 'ar'],
])('what may mean something stays: %s', (text, language) => {
  expect(without(text, language)).toBe(text);
});

test.each([
  ['Ich, äh, gehe, ähm, heim.', 'de', 'Ich, gehe, heim.'],
  ['Euh, oui.', 'fr', 'Oui.'],
  ['えーと、今日はえー、晴れ。', 'ja', '今日はえー、晴れ。'],
])('fillers are those of the language: %s', (text, language, expected) => {
  expect(without(text, language)).toBe(expected);
});

test('the words beside a removed filler keep their times', () => {
  const text = 'So, um, yes.';
  const words = text.split(' ').map((word, i) => ({ text: word, startMs: i, endMs: i + 1, confidence: 1 }));
  expect(rewrite([{ text, language: 'en', words }], withoutFillers)[0]?.words).toEqual([
    { text: 'So', startMs: 0, endMs: 1, confidence: 1 },
    { text: 'yes.', startMs: 2, endMs: 3, confidence: 1 },
  ]);
});

test('nothing but fillers and marks goes, and no filler is left', () => {
  const word = fc.constantFrom('um', 'Um,', 'uh.', 'so', 'I,', 'went.', 'hmm...', 'the', 'er', 'yes,', '5');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      const given = words.join(' ');
      const [bare = ''] = rewriteTexts([{ text: given, language: 'en' }], withoutFillers);
      const kept = (text: string): string[] =>
        (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((one) => !/^(?:um|uh|hmm|er)$/i.test(one));
      expect(kept(bare)).toEqual(kept(given));
      expect(rewriteTexts([{ text: bare, language: 'en' }], withoutFillers)).toEqual([bare]);
    }),
  );
});
