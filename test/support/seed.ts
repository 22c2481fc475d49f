/** The gate's seed is fixed: a case that has always failed should not stop a change that did not cause it. */
const gateSeed = 11;

/** The seed of a test that uses chance: the variable's, the fixed one under `CI=true`, else a new one. */
export const seedOf = (variable: string): number =>
  Number(
    process.env[variable] ??
      (process.env['CI'] === 'true' ? gateSeed : Math.floor(Math.random() * 1_000_000)),
  );
