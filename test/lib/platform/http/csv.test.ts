import { expect, test } from 'vitest';
import { csvOf } from '#lib/platform/http/csv.ts';

test('commas, quotes and line breaks are within quotes, and null is empty', () => {
  const rows = [
    { name: 'a,b', note: 'say "x"\ny', n: 1 },
    { name: 'c', note: null, n: -2 },
  ];
  expect(csvOf(['name', 'note', 'n'], rows)).toBe('name,note,n\r\n"a,b","say ""x""\ny",1\r\nc,,-2\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1+1', '\r=1+1'])('no text is a formula: %j', (text) => {
  expect(csvOf(['a'], [{ a: text }])).toMatch(/^a\r\n"?'/);
});
