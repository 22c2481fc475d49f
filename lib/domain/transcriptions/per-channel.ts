type OfChannel = { readonly channel: number | null };

/**
 * Maps the items of each channel as a separate list, because items of one channel continue each other. Keeps the order
 * of all items.
 */
export const perChannel = <Item extends OfChannel, Mapped>(
  items: readonly Item[],
  map: (own: readonly Item[]) => readonly Mapped[],
): Mapped[] => {
  const byChannel = new Map<number | null, Iterator<Mapped>>();
  for (const [channel, own] of Map.groupBy(items, (item) => item.channel))
    byChannel.set(channel, map(own).values());
  return items.flatMap(({ channel }) => {
    const next = byChannel.get(channel)?.next();
    return next === undefined || next.done ? [] : [next.value];
  });
};
