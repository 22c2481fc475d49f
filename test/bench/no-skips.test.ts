import { expect, test } from 'vitest';
import { unlistedOf } from '../support/no-skips.ts';

const allowed = [{ file: 'test/a.test.ts', test: 'Apertium' }];

test('a skipped test is a failure in CI unless its file and name are listed', () => {
  const listed = { file: 'test/a.test.ts', test: 'Apertium (not installed) > translates' };
  const elsewhere = { file: 'test/b.test.ts', test: 'Apertium (not installed) > translates' };
  const other = { file: 'test/a.test.ts', test: 'another test' };
  expect(unlistedOf([listed, elsewhere, other], allowed)).toEqual([elsewhere, other]);
});
