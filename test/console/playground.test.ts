import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../console/playground/checklist-steps.ts';
import { estimateOf, priceOf } from '../../console/playground/estimate.ts';
import { nameIn } from '../../console/playground/name-in.ts';

describe('the estimate', () => {
  const estimate = (lengths: (number | null)[], fields: object = {}) =>
    estimateOf({
      files: lengths.map((ms) => ({ ms })),
      usdPerMinute: '0.005',
      freeMinutesPerDay: 60,
      isTest: false,
      isMultichannel: false,
      ...fields,
    });

  test.each([
    [
      'has the price of a minute before a recording is chosen',
      [],
      {},
      '$0.005 per minute. Failed jobs are free.',
    ],
    ['multiplies the length', [311_000], {}, '5:11 ≈ $0.0259'],
    [
      'adds files, and tells those of unknown length',
      [60_000, 60_000, null],
      {},
      '3 files, 2:00 and 1 unknown length ≈ $0.01',
    ],
    [
      'counts a channel, as nobody knows their number',
      [60_000],
      { isMultichannel: true },
      '1:00 ≈ $0.005 per channel',
    ],
    ['is free in test mode', [60_000], { isTest: true }, '1:00 · Free, up to 60 minutes a day (UTC)'],
  ])('the estimate %s', (_, lengths, fields, expected) => {
    expect(estimate(lengths, fields)).toBe(expected);
  });
});

test.each([
  [false, '$0.005 per minute. A session without speech is free.'],
  [true, 'Free, up to 60 minutes a day (UTC)'],
])('what a minute of live text costs is said before it is spoken, in test mode: %s', (isTest, expected) => {
  const free = 'A session without speech is free.';
  expect(priceOf({ usdPerMinute: '0.005', freeMinutesPerDay: 60, isTest, free })).toBe(expected);
});

test('the first steps tick themselves', () => {
  const done = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).map(({ isDone }) => isDone);
  const page = (...hints: (string | null)[]) => ({
    data: hints.map((hint) => ({ api_key_hint: hint })),
    next_cursor: null,
  });
  expect(done({ jobs: page(), keys: [], webhooks: [] })).toEqual([false, false, false, false]);
  const deleted = { ...page(), next_cursor: 'Y3Vyc29y' };
  expect(done({ jobs: deleted, keys: [], webhooks: [] })).toEqual([true, false, false, false]);
  const keys = [{ last_used_at: null }];
  expect(done({ jobs: page(null), keys, webhooks: [] })).toEqual([true, true, false, false]);
  const called = done({ jobs: page('es_live_Ab12…'), keys, webhooks: [{ id: 'whk_1' }] });
  expect(called).toEqual([true, true, true, true]);
});

test('the step to the first API call leads to the documentation, which has a call with a key of the reader', () => {
  const steps = stepsOf({ jobs: { data: [], next_cursor: null }, keys: [], webhooks: [] });
  expect(steps.find(({ text }) => text === 'Make your first API call')?.page).toBe('docs');
});

test.each([
  ['https://example.com/calls/caf%E9.mp3', 'caf%E9.mp3'],
  ['https://example.com/100%.mp3', '100%.mp3'],
  ['https://example.com/calls/', 'calls'],
  ['https://example.com', 'example.com'],
  ['half an addr', 'half an addr'],
  [`https://example.com/${'a'.repeat(300)}.mp3`, `${'a'.repeat(251)}.mp3`],
])('the recording at %s is called %s', (url, name) => {
  expect(nameIn(url)).toBe(name);
});
