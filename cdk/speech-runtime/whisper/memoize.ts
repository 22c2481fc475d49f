/** A function that computes its result once. */
export const memoize = <T>(compute: () => T): (() => T) => {
  let value: T | undefined;
  return () => (value ??= compute());
};
