import { expect, test } from 'vitest';
import { emptySlots } from '#lib/platform/limits/rate-window.ts';
import { isSurelyFull, recentlyCounted } from '#lib/platform/limits/recently-counted.ts';

const now = 1_795_000_000_000;
const full = { slots: [now, now], seenAt: now };

test('the latest count of an id is found until it is forgotten', () => {
  const recent = recentlyCounted();
  recent.set('a', { ...full, seenAt: now - 1 });
  recent.set('a', full);
  expect(recent.get('a')).toEqual(full);
  recent.delete('a');
  expect(recent.get('a')).toBeUndefined();
});

test('of 2,001 ids the least recently counted is evicted', () => {
  const recent = recentlyCounted();
  for (let id = 0; id < 2_000; id += 1) recent.set(String(id), full);
  recent.set('0', full);
  recent.set('one more', full);
  expect(['0', '1', '2', 'one more'].filter((id) => recent.get(id))).toEqual(['0', '2', 'one more']);
});

test.each([
  [full, now, true],
  [full, now + 999, true],
  [full, now + 1_000, false],
  [{ ...full, slots: [now, undefined] }, now, false],
  [{ slots: emptySlots(2), seenAt: now }, now, false],
])('%j seen at %i is surely full: %s', (recent, at, isFull) => {
  expect(isSurelyFull(recent, at)).toBe(isFull);
});
