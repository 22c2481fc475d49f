/** Splits a list between the neighbours that have a border between them. */
export const splitBetween = <Item>(
  items: readonly Item[],
  isBorder: (before: Item, after: Item) => boolean,
): Item[][] => {
  const parts: Item[][] = [];
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    if (before === undefined || isBorder(before, item)) parts.push([item]);
    else parts.at(-1)?.push(item);
  }
  return parts;
};
