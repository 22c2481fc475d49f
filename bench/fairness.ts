/** Measures how much another project's 40 slow URLs delay a project's job by URL. node bench/fairness.ts */
import { measureFairness } from '../test/support/fairness.ts';
import { print } from './support/figure.ts';
import { rounded } from './support/numbers.ts';

const { alone, beside, worst, mostAtOnce } = await measureFairness();
const figure = "a project's job by URL beside another's 40 URLs of one byte per 5 s";
print({ figure, value: { alone, beside, worst, slow_at_once: mostAtOnce }, unit: 'ms' });
const ratio = rounded(beside / alone);
print({
  figure: `${figure}, over alone`,
  value: ratio,
  unit: 'ratio',
  target: 'at most 2',
  pass: ratio <= 2,
});
process.exit();
