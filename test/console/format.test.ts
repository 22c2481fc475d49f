import { expect, test, vi } from 'vitest';
import {
  byLanguageName,
  bytes,
  clock,
  dollars,
  duration,
  exactDollars,
  fileTime,
  initialOf,
  shortMinutes,
} from '../../console/format.ts';

test.each([
  ['0.005103', '$0.005103'],
  ['25.000000', '$25.00'],
  ['1234.500000', '$1,234.50'],
  ['-5.000000', '−$5.00'],
  ['0.000000', '$0.00'],
  ['9007199254740993.000001', '$9,007,199,254,740,993.000001'],
])('the amount %s is shown as %s, exact to the micro-dollar', (usd, text) => {
  expect(dollars(usd)).toBe(text);
});

test('amounts in a column keep all their decimal digits', () => {
  expect(['0.190300', '12.000001'].map(exactDollars)).toEqual(['$0.190300', '$12.000001']);
});

test.each([
  [0, '0:00'],
  [61_240, '1:01'],
  [18_000_000, '5:00:00'],
])('a position of %i ms is shown as %s', (ms, text) => {
  expect(clock(ms)).toBe(text);
});

test.each([
  [12_340, '12.3 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min'],
  [252_000, '4.2 min'],
])('a duration of %i ms is shown as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('labels of minutes stay short, however many there are', () => {
  expect([0.25, 12.5, 1_500, 112_500].map(shortMinutes)).toEqual([
    '0.25 min',
    '12.5 min',
    '1.5K min',
    '112.5K min',
  ]);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [127_660, '127.7 KB'],
  [999_949, '999.9 KB'],
  [999_950, '1 MB'],
  [500_000_000, '500 MB'],
  [1_200_000_000, '1.2 GB'],
  [2_500_000_000_000, '2,500 GB'],
])('a size of %i bytes is shown as %s', (count, text) => {
  expect(bytes(count)).toBe(text);
});

test('a name that begins with an emoji has the whole emoji as its initial', () => {
  expect(['👩 Ada', 'ada', ''].map(initialOf)).toEqual(['👩', 'A', '']);
});

test('languages to choose from are in the order of their names, not of their codes', () => {
  expect(['de', 'es', 'ja', 'zh'].toSorted(byLanguageName)).toEqual(['zh', 'de', 'ja', 'es']);
});

test('the name of a recording has the time on the clock of its speaker', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(fileTime(new Date('2026-11-29T09:46:32.000Z'))).toBe('2026-11-29T18-46-32');
  vi.unstubAllEnvs();
});
