import type { Change, Key, Table } from '#lib/platform/aws/table.ts';

export type IdSet = {
  readonly key: Key;
  /** The attribute that holds the ids. */
  readonly name: string;
};

/** Takes a place for `id` among at most `max`, if one is free. */
export const takePlaceIn = ({ key, name }: IdSet, id: string, max: number): Change => ({
  key,
  set: `ADD ${name} :ids`,
  where: `attribute_not_exists(${name}) OR size(${name}) < :max`,
  values: { ':ids': new Set([id]), ':max': max },
});

/** Gives the place back. A set of ids, not a counter, so that giving it back twice does no harm. */
export const leavePlaceIn = ({ key, name }: IdSet, id: string) => ({
  key,
  set: `DELETE ${name} :ids`,
  values: { ':ids': new Set([id]) },
});

/** How many places are taken. One read. */
export const placesTaken = async (table: Pick<Table, 'get'>, { key, name }: IdSet): Promise<number> => {
  const ids = (await table.get(key))?.[name];
  return ids instanceof Set ? ids.size : 0;
};
