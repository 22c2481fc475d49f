type Found<Thing> = { readonly last: Thing | undefined; readonly count: number };

/** The last of the things numbered 0, 1, 2, … without a gap, and their count. Doubles the number, then halves the distance. */
export const findLast = async <Thing>(
  find: (n: number) => Promise<Thing | undefined>,
): Promise<Found<Thing>> => {
  let last: Thing | undefined;
  // There are `count` at least, and `limit` does not exist.
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
