import { expect, test } from 'vitest';
import { digits } from '#lib/speech/text/numerals/numerals.ts';
import { rewriteTexts } from '#lib/speech/text/rewrite.ts';

const write = (text: string): string => rewriteTexts([{ text, language: 'en' }], digits)[0] ?? '';

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
  ['at eighteen forty five', 'at 18:45'],
  ['at oh six thirty', 'at 06:30'],
  ['at 10.30 in the morning or 7.05 p.m.', 'at 10:30 in the morning or 7:05 p.m.'],
  [
    'fell to 3.25 in the morning, 110.30 pm, at 5.80 am',
    'fell to 3.25 in the morning, 110.30 pm, at 5.80 am',
  ],
  ['at oh eight hundred', 'at 0800'],
  ['seven forty-five in the morning', '7:45 in the morning'],
  ['July fourth, seventeen seventy six', 'July 4th, 1776'],
  ['July twenty fourth, seventeen seventy six', 'July 24th, 1776'],
  ['July 4th, seventeen seventy six', 'July 4th, 1776'],
  ['room four, seventeen fifty', 'room 4, seventeen fifty'],
  ['March seventeen seventy six', 'March 1776'],
  ['eighteen fifty was cold', '1850 was cold'],
  ['eighteen thirty hours', '18:30 hours'],
  ['at zero six thirty', 'at 06:30'],
  ['at one oh five', 'at 1:05'],
  ['at 10.30 p.m. twenty people', 'at 10:30 p.m. 20 people'],
  ['March three two thousand ten', 'March 3 2010'],
  ['March twenty one nineteen ninety', 'March 21 1990'],
  ['by twenty thirty', 'by 2030'],
  ['twelve slash thirty-one slash twenty twenty-six', '12/31/2026'],
  ['oh nine slash oh one', '09/01'],
])('times, dates and ordinals: %s', (text, expected) => {
  expect(write(text)).toBe(expected);
});
