import type { RealtimeMutant } from './mutant.ts';
import { simulateRealtime } from './simulate.ts';

const lastSteps = 200;

/** The first of these seeds whose world breaks a promise. */
export const firstViolation = async (
  { from, to }: { readonly from: number; readonly to: number },
  mutant: RealtimeMutant = {},
) => {
  for (let seed = from; seed < to; seed += 1) {
    const { violation } = await simulateRealtime(seed, { mutant });
    if (violation !== undefined) return { seed, violation };
  }
  return undefined;
};

/** Fails with the last steps of the first world that breaks a promise. */
export const assertKept = async (seeds: { readonly from: number; readonly to: number }): Promise<void> => {
  const found = await firstViolation(seeds);
  if (!found) return;
  const { trace } = await simulateRealtime(found.seed, { traced: true });
  const steps = trace.slice(-lastSteps).join('\n');
  throw new Error(`SIM_SEED=${found.seed}: ${found.violation}\n${steps}`);
};
