type Found<Thing> = { readonly last: Thing | undefined; readonly count: number };

/**
 * Finds the last of things that are numbered 0, 1, 2, … without a gap, and their count. It doubles the number until one
 * is missing, then halves the distance.
 */
export const findLast = async <Thing>(
  find: (n: number) => Promise<Thing | undefined>,
): Promise<Found<Thing>> => {
  let last: Thing | undefined;
  // At least `count` of them exist, and the one with number `limit` does not.
  let count = 0;
  let limit = Infinity;
  while (count < limit) {
    const n = limit === Infinity ? Math.max(0, 2 * count - 1) : Math.floor((count + limit) / 2);
    const thing = await find(n);
    if (thing === undefined) limit = n;
    else [last, count] = [thing, n + 1];
  }
  return { last, count };
};
