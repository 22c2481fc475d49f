import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewerPeaks, peaksOf, speechOf } from '../../console/transcript/peaks.ts';
import {
  isScrolling,
  nextRate,
  playerKeyOf,
  positionIn,
  soughtBy,
} from '../../console/transcript/player-keys.ts';

describe('a key', () => {
  const press = (key: string, modifiers: object = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
  });
  const nowhere = () => false;

  test.each([
    [' ', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    ['<', 'slower'],
    ['>', 'faster'],
    ['/', 'search'],
    ['a', undefined],
  ])('the key %j means %s', (key, meaning) => {
    expect(playerKeyOf(press(key), nowhere)).toBe(meaning);
  });

  test('a key that is typed into a field, or with a modifier, is no command', () => {
    expect(playerKeyOf(press('/'), (selector) => selector.includes('input'))).toBeUndefined();
    expect(playerKeyOf(press('ArrowLeft', { altKey: true }), nowhere)).toBeUndefined();
  });

  test.each([' ', 'ArrowLeft', 'ArrowRight'])(
    'the key %j is left to the player of another recording that has the focus',
    (key) => {
      expect(playerKeyOf(press(key), (selector) => selector.includes('audio'))).toBeUndefined();
    },
  );

  test('Space on a button presses the button', () => {
    expect(playerKeyOf(press(' '), (selector) => selector.includes('button'))).toBeUndefined();
  });

  test.each(['ArrowLeft', 'ArrowRight'])(
    '%s on a tab moves between the tabs, not in the recording',
    (key) => {
      expect(playerKeyOf(press(key), (selector) => selector.includes('[role=tab]'))).toBeUndefined();
    },
  );
});

test('the speed stays within half and double', () => {
  expect([nextRate(1, 1), nextRate(1, -1), nextRate(2, 1), nextRate(0.5, -1)]).toEqual([1.25, 0.75, 2, 0.5]);
});

test('a key that scrolls the page is told from one that moves in a field', () => {
  const keys = ['PageDown', 'ArrowUp', 'Home', 'a', 'ArrowLeft'];
  expect(keys.map((key) => isScrolling(key, () => false))).toEqual([true, true, true, false, false]);
  expect(keys.filter((key) => isScrolling(key, (selector) => selector.includes('select')))).toEqual([]);
});

test.each([
  ['ArrowLeft', 25_000],
  ['ArrowDown', 25_000],
  ['ArrowRight', 35_000],
  ['ArrowUp', 35_000],
  ['Home', 0],
  ['End', 61_240],
  ['a', undefined],
])('the key %s moves a position of 0:30 on the waveform to %s ms', (key, ms) => {
  expect(soughtBy(key, 30_000, 61_240)).toBe(ms);
});

test('the position stays within the recording', () => {
  expect([60_000, 65_000, -30_000].map((ms) => positionIn(61_240, ms))).toEqual([60_000, 61_240, 0]);
});

describe('the shape of a recording', () => {
  test('the shape of a recording is the loudest sample of each stretch, as a share of the loudest', () => {
    expect(peaksOf(Float32Array.of(0.1, -0.25, 0.5, 0), 2)).toEqual([0.5, 1]);
    expect(peaksOf(Float32Array.of(0, 0), 2)).toEqual([0, 0]);
  });

  test('the shape of a long recording is the share of each stretch in which somebody speaks', () => {
    const words = [
      { start_ms: 0, end_ms: 500 },
      { start_ms: 1_500, end_ms: 2_500 },
    ];
    expect(speechOf(words, 4_000, 4)).toEqual([0.5, 0.5, 0.5, 0]);
  });

  test('a shape of fewer bars keeps the highest of those that it replaces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        (peaks, count) => {
          const fewer = fewerPeaks(peaks, count);
          expect(fewer).toHaveLength(Math.min(count, peaks.length));
          expect(Math.max(...fewer)).toBe(Math.max(...peaks));
        },
      ),
    );
  });
});
