import { expect, test } from 'vitest';
import * as z from 'zod';
import { cursorOf, toPage } from '#lib/platform/http/cursor.ts';
import { randomId } from '#lib/platform/ids.ts';

test.each(['ofq', 'file', 'dlv'])(
  'a cursor of the list of %s matches its documented pattern and parses back',
  (prefix) => {
    const { minLength, maxLength, pattern } = z.toJSONSchema(cursorOf(prefix), { io: 'input' });
    const position = { createdAt: new Date().toISOString(), id: randomId(prefix) };
    const { next_cursor: cursor } = toPage([], position);
    expect([cursor?.length, cursor?.length]).toEqual([minLength, maxLength]);
    expect(cursor).toMatch(new RegExp(pattern ?? 'none'));
    expect(cursorOf(prefix).parse(cursor)).toEqual(position);
  },
);

test.each(['', '/more', '/'])('a cursor is taken only if nothing follows its id (%j)', (more) => {
  const place = `2026-11-20T10:00:00.000Z/${randomId('ofq')}${more}`;
  const cursor = Buffer.from(place).toString('base64url');
  expect(cursorOf('ofq').safeParse(cursor).success).toBe(more === '');
});

test.each([`2026-11-20T10:00:00.000Z/${randomId('file')}`, `yesterday/${randomId('ofq')}`])(
  'a cursor of another list or without an instant is refused (%s)',
  (place) => {
    const cursor = Buffer.from(place).toString('base64url');
    expect(cursorOf('ofq').safeParse(cursor).success).toBe(false);
  },
);
