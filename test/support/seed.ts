/** CI uses a fixed seed, because a rare failure should not stop a change that did not cause it. */
const gateSeed = 11;

/** The seed of a randomized test: the value of the variable, the fixed seed under `CI=true`, or else a new one. */
export const seedOf = (variable: string): number =>
  Number(
    process.env[variable] ??
      (process.env['CI'] === 'true' ? gateSeed : Math.floor(Math.random() * 1_000_000)),
  );
