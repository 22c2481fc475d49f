/**
 * The results of a step for each thing, in their order. `atOnce` steps are under way at a time. Rejects with the first
 * error, and then begins no other step.
 */
export const someAtOnce = async <Thing, Result>(
  things: readonly Thing[],
  atOnce: number,
  step: (thing: Thing) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  // All workers share this iterator, which takes a step when it is asked for the next one. A worker that fails closes it.
  const steps = things.entries().map(async ([at, thing]) => {
    results[at] = await step(thing);
  });
  const worker = async (): Promise<void> => {
    for (const one of steps) await one;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
};
