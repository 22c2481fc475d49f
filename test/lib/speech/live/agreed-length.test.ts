import { expect, test } from 'vitest';
import { agreedLength } from '#lib/speech/live/agreed-length.ts';

const agreed = (text: string, older: string): string => text.slice(0, agreedLength(text, older));

test('the words that both texts begin with agree', () => {
  expect(agreed('And so my fellow', 'And so my fall')).toBe('And so my');
  expect(agreed('And so', 'And so my fellow')).toBe('And so');
});

test('a word that is only longer does not agree', () => {
  expect(agreed('you can do', 'you can dough')).toBe('you can');
});

test('case and punctuation may differ, and a mark after the last word is not part of what agrees', () => {
  expect(agreed('Ask not what', 'ask, not.')).toBe('Ask not');
  expect(agreed('Ask not. What', 'Ask not')).toBe('Ask not');
});

test('the vowel sign at the end of a word is part of it', () => {
  expect(agreed('कहानी, मेरी', 'कहानी तेरी')).toBe('कहानी');
});

test('nothing agrees with an empty text', () => {
  expect(agreed('And so', '')).toBe('');
  expect(agreed('', 'And so')).toBe('');
});
