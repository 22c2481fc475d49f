import { expect, test } from 'vitest';
import { breakText } from '#lib/domain/transcriptions/transcript-file/break-text.ts';

const pieces = (text: string): string[] => breakText(text).map(({ text: piece }) => piece);

test('text breaks at white space, and contains neither line breaks nor control characters', () => {
  expect(pieces(' one\u2028\r\n\ttwo\u0000three  ')).toEqual(['one', 'two', 'three']);
  expect(pieces('well-known and/or')).toEqual(['well-known', 'and/or']);
  expect(pieces(' \n')).toEqual([]);
});

test('Chinese and Japanese text breaks between words; punctuation and numbers stay with theirs', () => {
  expect(pieces('你好，世界。')).toEqual(['你好，', '世界。']);
  expect(pieces('根据（2024年）数据')).toEqual(['根据', '（2024年）', '数据']);
  expect(pieces('and/or日本')).toEqual(['and/or', '日本']);
  expect(pieces('「コンピューター」です')).toEqual(['「コンピューター」', 'です']);
});

test('a long word breaks after 42 characters', () => {
  const lengths = breakText('e\u0301'.repeat(100)).map(({ text, columns }) => [text.length, columns]);
  expect(lengths).toEqual([
    [84, 42],
    [84, 42],
    [32, 16],
  ]);
});

test.each(['字体', 'アー', '한국', '！！'])(
  '16 wide characters such as %s take a whole line',
  (characters) => {
    const taken = breakText(characters.repeat(8)).reduce((sum, { columns }) => sum + columns, 0);
    expect(taken).toBe(42);
  },
);
