import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clipSpans, subtractSpans, totalMs } from '#lib/speech/audio/time-span.ts';

const span = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }))
  .map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }));

test('a span is what is inside a window and what is outside of it', () => {
  fc.assert(
    fc.property(fc.array(span), span, (spans, window) => {
      const inside = clipSpans(spans, window);
      const outside = subtractSpans(spans, [window]);
      expect(totalMs(inside) + totalMs(outside)).toBe(totalMs(spans));
      expect(totalMs(clipSpans(outside, window))).toBe(0);
    }),
  );
});

test('gaps may overlap each other and touch the ends of a span', () => {
  const gaps = [
    { startMs: 0, endMs: 10 },
    { startMs: 40, endMs: 60 },
    { startMs: 50, endMs: 70 },
  ];
  expect(subtractSpans([{ startMs: 0, endMs: 100 }], gaps)).toEqual([
    { startMs: 10, endMs: 40 },
    { startMs: 70, endMs: 100 },
  ]);
});
