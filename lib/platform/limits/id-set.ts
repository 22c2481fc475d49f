import type { Change, Key, Table } from '#lib/platform/aws/table.ts';

export type IdSet = {
  readonly key: Key;
  /** The attribute that holds the ids. */
  readonly name: string;
};

/** Adds `id` if the set has fewer than `max`. */
export const addMember = ({ key, name }: IdSet, id: string, max: number): Change => ({
  key,
  set: `ADD ${name} :ids`,
  where: `attribute_not_exists(${name}) OR size(${name}) < :max`,
  values: { ':ids': new Set([id]), ':max': max },
});

/** Removes `id`. A set rather than a counter, so that a repetition has no effect. */
export const removeMember = ({ key, name }: IdSet, id: string) => ({
  key,
  set: `DELETE ${name} :ids`,
  values: { ':ids': new Set([id]) },
});

/** Number of ids in the set. One read. */
export const memberCount = async (table: Pick<Table, 'get'>, { key, name }: IdSet): Promise<number> => {
  const ids = (await table.get(key))?.[name];
  return ids instanceof Set ? ids.size : 0;
};
