/** The results of a step for each thing, in their order. `atOnce` steps are under way at a time. */
export const someAtOnce = async <Thing, Result>(
  things: readonly Thing[],
  atOnce: number,
  step: (thing: Thing) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let from = 0; from < things.length; from += atOnce)
    results.push(...(await Promise.all(things.slice(from, from + atOnce).map(step))));
  return results;
};
