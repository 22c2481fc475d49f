import { expect, test } from 'vitest';
import { noneFound } from '../../console/parts/none-found.ts';

test('an empty page denies nothing of the whole list while older ones were not searched', () => {
  const all = 'No job yet. Yours are listed here.';
  const searched = 'No job among the newest ones. Older ones were not searched yet.';
  expect(noneFound({ what: 'No job', all, next: 'Y3Vyc29y' })).toBe(searched);
  expect(noneFound({ what: 'No job', all, next: null })).toBe(all);
  expect(noneFound({ what: 'No such job', next: null })).toBe('No such job.');
});
