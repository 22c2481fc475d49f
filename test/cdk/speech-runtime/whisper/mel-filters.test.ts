import { expect, test } from 'vitest';
import { melFilters } from '#cdk/speech-runtime/whisper/mel-filters.ts';

const filters = melFilters(80);
const weight = (filter: number, bin: number): number => {
  const { first = 0, weights = new Float64Array() } = filters[filter] ?? {};
  return weights[bin - first] ?? 0;
};

test.each([
  [0, 0, 0],
  [0, 1, 0.024862593984176087],
  [0, 2, 0],
  [1, 1, 0.001990821911022067],
  [1, 2, 0.022871772096078016],
  [33, 33, 0.018177473406255303],
  [79, 190, 0.0022320550527126443],
  [79, 199, 0.0004487590275890477],
])('filter %i has at bin %i the published weight %d', (filter, bin, published) => {
  expect(weight(filter, bin)).toBeCloseTo(published, 7);
});

test('the filter bank has the published sum', () => {
  const sum = filters.flatMap(({ weights }) => [...weights]).reduce((a, b) => a + b, 0);
  expect(sum).toBeCloseTo(1.999024102917858, 6);
});
