import { expect, test } from 'vitest';
import { translateByLine } from '#lib/speech/translation/by-line.ts';

const loud = (text: string): string => text.toUpperCase();

test('texts travel as the lines of one call, whatever white space they hold', async () => {
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
])('a translator that %s is asked for each text alone', async (_, translate) => {
  expect(await translateByLine(['a', 'b', 'c'], '\n', async (text) => translate(text))).toEqual([
    'A',
    'B',
    'C',
  ]);
});

test('more lines for one text are still one text, none at all is a fault', async () => {
  expect(await translateByLine(['a'], '\n', async () => 'A\nB')).toEqual(['A B']);
  await expect(translateByLine(['a'], '\n', async () => ' \n')).rejects.toMatchObject({
    name: 'TranslatorFault',
  });
});
