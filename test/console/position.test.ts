import { expect, test } from 'vitest';
import { positionIn } from '../../console/transcript/position.ts';

const segment = (id: number, start_ms: number, end_ms: number) => ({
  id,
  channel: null,
  start_ms,
  end_ms,
  text: 'Hello there.',
  confidence: 0.9,
  language: 'en',
  language_confidence: null,
  model: 'moonshine-tiny' as const,
  translated_text: null,
});
const word = (text: string, start_ms: number, end_ms: number) => ({
  ...{ channel: null, text, start_ms, end_ms, confidence: 1 },
});
const segments = [segment(0, 100, 1_000), segment(1, 2_000, 3_000)];
const words = [word('Hello', 100, 500), word('there.', 600, 1_000), word('Hello', 2_000, 2_400)];

test.each([
  [undefined, undefined, undefined],
  [50, undefined, undefined],
  [100, 0, 0],
  [550, 0, 0],
  [700, 0, 1],
  [1_500, undefined, undefined],
  [2_900, 1, 0],
  [9_000, undefined, undefined],
])('at %s ms the current segment is %s and the current word %s', (atMs, segmentId, wordAt) => {
  const position = positionIn({ segments, words, atMs });
  expect([position?.segmentId, position?.wordAt]).toEqual([segmentId, wordAt]);
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
  const at = (atMs: number) => positionIn({ segments: talk, words: said, atMs });
  expect(at(1_700)).toMatchObject({ segmentId: 1, words: [said[1]], wordAt: 0 });
  expect(at(2_200)).toMatchObject({ segmentId: 0, words: [said[0], said[2]], wordAt: 1 });
});
