import { expect, test } from 'vitest';

const { SIM_SEED: only, SIM_SEEDS: count } = process.env;
const lastSteps = 200;

type Seeds = { readonly from: number; readonly to: number };
type Options<Mutant> = { readonly mutant?: Mutant; readonly traced?: boolean };
type Run = { readonly violation: string | undefined; readonly trace: readonly string[] };

/** The seeds of a run: only SIM_SEED, or the number of seeds in SIM_SEEDS. */
export const seedsOr = (defaultCount: number): Seeds =>
  only === undefined
    ? { from: 0, to: Number(count ?? defaultCount) }
    : { from: Number(only), to: Number(only) + 1 };

/** The tests of the worlds of a simulator. */
export const worldsOf = <Mutant>(simulate: (seed: number, options?: Options<Mutant>) => Promise<Run>) => {
  /** The first of these seeds whose world violates a guarantee. */
  const firstViolation = async ({ from, to }: Seeds, options: Options<Mutant> = {}) => {
    for (let seed = from; seed < to; seed += 1) {
      const { violation } = await simulate(seed, options);
      if (violation !== undefined) return { seed, violation };
    }
    return undefined;
  };
  return {
    /** Fails with the last steps of the first world that violates a guarantee. */
    assertKept: async (seeds: Seeds): Promise<void> => {
      const found = await firstViolation(seeds);
      if (!found) return;
      const { trace } = await simulate(found.seed, { traced: true });
      const steps = trace.slice(-lastSteps).join('\n');
      throw new Error(`SIM_SEED=${found.seed}: ${found.violation}\n${steps}`);
    },
    /** Tests that each defect is found in one of `to` worlds. Skipped with SIM_SEED, which replays a world without defects. */
    testDetectionOf: (mutants: Readonly<Record<string, Mutant>>, to: number): void =>
      test.skipIf(only !== undefined).each(Object.entries(mutants))(
        'the simulation detects the defect: %s',
        async (_, mutant) => {
          expect(await firstViolation({ from: 0, to }, { mutant })).toBeDefined();
        },
      ),
  };
};
