import { expect, test } from 'vitest';
import { translateByLine } from '#lib/speech/translation/by-line.ts';

const loud = (text: string): string => text.toUpperCase();

test('texts with any white space are sent as the lines of one call', async () => {
  const sent: string[] = [];
  const send = async (text: string) => {
    sent.push(text);
    return loud(text);
  };
  expect(await translateByLine([' a\n b ', 'c'], '\n', send)).toEqual(['A B', 'C']);
  expect(sent).toEqual(['a b\nc']);
});

test.each([
  ['joins lines', (text: string) => loud(text.replaceAll('\n', ' '))],
  ['adds lines', (text: string) => (text.includes('\n') ? `${loud(text)}\nand more` : loud(text))],
  ['leaves a line empty', (text: string) => loud(text.replace(/a(?=\n)/, ''))],
])('a translator that %s gets each text alone', async (_, translate) => {
  expect(await translateByLine(['a', 'b', 'c'], '\n', async (text) => translate(text))).toEqual([
    'A',
    'B',
    'C',
  ]);
});

test('several lines for a single text count as one translation, an empty response is a fault', async () => {
  expect(await translateByLine(['a'], '\n', async () => 'A\nB')).toEqual(['A B']);
  await expect(translateByLine(['a'], '\n', async () => ' \n')).rejects.toMatchObject({
    name: 'TranslatorFault',
  });
});
