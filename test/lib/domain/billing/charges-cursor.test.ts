import { expect, test } from 'vitest';
import * as z from 'zod';
import { chargesCursor, toChargesCursor } from '#lib/domain/billing/charges-cursor.ts';
import { cursorOf, toPage } from '#lib/platform/http/cursor.ts';
import { randomId } from '#lib/platform/ids.ts';

const position = { createdAt: '2026-11-20T10:00:00.000Z', id: randomId('ofq') };
const place = { ...position, end: '2026-11-20' };
const cursor = toChargesCursor(place);

test('a cursor of the charges matches its documented length and parses back', () => {
  const { minLength, maxLength } = z.toJSONSchema(chargesCursor, { io: 'input' });
  expect([minLength, maxLength]).toEqual([cursor.length, cursor.length]);
  expect(chargesCursor.parse(cursor)).toEqual(place);
});

test('a cursor of the charges is refused by the list of jobs, and a cursor of jobs by the charges', () => {
  const { next_cursor: ofJobs } = toPage([], position);
  expect(cursorOf('ofq').parse(ofJobs)).toEqual(position);
  expect([chargesCursor.safeParse(ofJobs).success, cursorOf('ofq').safeParse(cursor).success]).toEqual([
    false,
    false,
  ]);
});

test.each(['2026-11-31', '20261120', '~'])('a cursor of the charges whose day is %s is refused', (end) => {
  expect(chargesCursor.safeParse(toChargesCursor({ ...position, end })).success).toBe(false);
});
