import { expect, test } from 'vitest';
import { csvOf } from '#lib/platform/http/csv.ts';

test('commas, quotes and line breaks are within quotes, null is empty, and no cell is a formula', () => {
  const rows = [
    { name: 'a,b', note: 'say "x"\ny', n: 1 },
    { name: '=SUM(A1)', note: null, n: -2 },
  ];
  expect(csvOf(['name', 'note', 'n'], rows)).toBe(
    'name,note,n\r\n"a,b","say ""x""\ny",1\r\n\'=SUM(A1),,-2\r\n',
  );
});
