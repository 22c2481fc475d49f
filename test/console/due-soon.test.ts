import { expect, test } from 'vitest';
import { mayChangeSoon } from '../../console/webhooks/due-soon.ts';

const endedAt = '2026-11-20T10:00:00.000Z';
const at = (seconds: number): number => Date.parse(endedAt) + seconds * 1000;

test('deliveries of a job are looked for until half a minute after its end, and then no more', () => {
  expect(mayChangeSoon([], endedAt, at(2))).toBe(true);
  expect(mayChangeSoon([], endedAt, at(29))).toBe(true);
  expect(mayChangeSoon([], endedAt, at(31))).toBe(false);
  expect(mayChangeSoon([], null, at(2))).toBe(false);
});
