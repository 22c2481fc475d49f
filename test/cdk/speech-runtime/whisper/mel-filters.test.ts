import { expect, test } from 'vitest';
import { melFilters } from '#cdk/speech-runtime/whisper/mel-filters.ts';

test.each([
  [80, 0, 0, 0],
  [80, 0, 1, 0.024862593984176087],
  [80, 0, 2, 0],
  [80, 1, 1, 0.001990821911022067],
  [80, 1, 2, 0.022871772096078016],
  [80, 33, 33, 0.018177473406255303],
  [80, 79, 190, 0.0022320550527126443],
  [80, 79, 199, 0.0004487590275890477],
  [128, 0, 1, 0.012373986332636965],
  [128, 3, 2, 0.018018578538718247],
  [128, 127, 199, 0.001114280198753211],
])('of %i filters number %i has at bin %i the published weight %d', (count, filter, bin, published) => {
  const { first = 0, weights = new Float64Array() } = melFilters(count)[filter] ?? {};
  expect(weights[bin - first] ?? 0).toBeCloseTo(published, 7);
});

test.each([
  [80, 1.999024102917858],
  [128, 3.1909855285406996],
])('a bank of %i filters has the published sum', (count, published) => {
  const sum = melFilters(count)
    .flatMap(({ weights }) => [...weights])
    .reduce((a, b) => a + b, 0);
  expect(sum).toBeCloseTo(published, 6);
});
