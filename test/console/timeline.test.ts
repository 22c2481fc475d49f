import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timelineOf } from '../../console/transcript/timeline.ts';
import { segment, word } from './spoken.ts';

const segments = [segment(0, 100, 1_000), segment(1, 2_000, 3_000)];
const words = [word('Hello', 100, 500), word('there.', 600, 1_000), word('Hello', 2_000, 2_400)];

test.each([
  [50, undefined, undefined],
  [100, 0, 0],
  [550, 0, 0],
  [700, 0, 1],
  [1_500, undefined, undefined],
  [2_900, 1, 0],
  [9_000, undefined, undefined],
])('at %s ms the current segment is %s and the current word %s', (atMs, row, at) => {
  const position = timelineOf(segments, words).positionAt(atMs);
  expect([position?.row, position?.word]).toEqual([row, at]);
});

test('of people who talk at once on two channels, the one who began last is current, with words of that channel', () => {
  const talk = [
    { ...segment(0, 0, 5_000), channel: 0 },
    { ...segment(1, 1_000, 2_000), channel: 1 },
  ];
  const said = [
    { ...word('Hello', 0, 1_500), channel: 0 },
    { ...word('Yes.', 1_000, 1_900), channel: 1 },
    { ...word('there.', 1_600, 2_500), channel: 0 },
  ];
  const timeline = timelineOf(talk, said);
  expect(timeline.words).toEqual([[said[0], said[2]], [said[1]]]);
  expect(timeline.positionAt(1_700)).toEqual({ row: 1, word: 0 });
  expect(timeline.positionAt(2_200)).toEqual({ row: 0, word: 1 });
});

const channel = fc.constantFrom(0, 1);
const spans = fc
  .array(fc.record({ channel, start: fc.nat(500), length: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 30,
  })
  .map((all) => all.toSorted((a, b) => a.start - b.start));

test('the current segment is the one that a search of all segments finds', () => {
  fc.assert(
    fc.property(spans, fc.nat(600), (all, ms) => {
      const talk = all.map((one, id) => ({
        ...segment(id, one.start, one.start + one.length),
        channel: one.channel,
      }));
      const expected = talk.findLastIndex(({ start_ms: start, end_ms: end }) => start <= ms && ms <= end);
      expect(timelineOf(talk, []).positionAt(ms)?.row ?? -1).toBe(expected);
    }),
  );
});
