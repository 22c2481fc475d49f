import { print } from './figure.ts';
import { quantile } from './numbers.ts';

/** The median, the 95th percentile, and the number of values, in whole units. NaN if there are no values. */
export const quantiles = (values: readonly number[]) => {
  const at = (share: number): number => Math.round(quantile(values, share));
  return { p50: at(0.5), p95: at(0.95), count: values.length };
};

/** Prints delays in ms with the limits for their median and their 95th percentile. */
export const printDelays = (
  figure: string,
  delaysMs: readonly number[],
  max: { readonly p50: number; readonly p95: number },
): void => {
  const value = quantiles(delaysMs);
  const target = `p50 ≤ ${max.p50}, p95 ≤ ${max.p95}`;
  print({ figure, value, unit: 'ms', target, pass: value.p50 <= max.p50 && value.p95 <= max.p95 });
};

/**
 * The goals for live text: from the start of speech to a first text, from its end to the final text, and from `finalize` to the
 * final text.
 */
export const liveGoals = {
  first: { p50: 300, p95: 400 },
  final: { p50: 530, p95: 700 },
  finalized: { p50: 60, p95: 250 },
} as const;

/** The time after the end of speech in which a customer releases a button and requests the final text. */
export const lettingGoMs = 200;
