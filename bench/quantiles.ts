/** The median, the value that 95 % do not exceed, and the number of values, in whole units. NaN if there are none. */
export const quantiles = (values: readonly number[]) => {
  const inOrder = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), count: inOrder.length };
};
