import type { Change, Item, Key, Table } from '#lib/platform/aws/table.ts';

export type IdSet = {
  readonly key: Key;
  /** The attribute that holds the ids. */
  readonly name: string;
};

/** Adds `id` if the set is not closed and has fewer than `max` ids. */
export const addMember = ({ key, name }: IdSet, id: string, max: number): Change => ({
  key,
  set: `ADD ${name} :ids`,
  where: `attribute_not_exists(closedAt) AND (attribute_not_exists(${name}) OR size(${name}) < :max)`,
  values: { ':ids': new Set([id]), ':max': max },
});

/** Removes `id`. It is a set and not a counter, so that a repetition has no effect. */
export const removeMember = ({ key, name }: IdSet, id: string) => ({
  key,
  set: `DELETE ${name} :ids`,
  values: { ':ids': new Set([id]) },
});

/** Closes a set if it has exactly these ids: from then on, none can be added. */
export const closeSet = ({ key, name }: IdSet, ids: readonly string[], now: Date): Change => {
  const named = Object.fromEntries(ids.map((id, at) => [`:id${at}`, id]));
  const has = [`size(${name}) = :count`, ...Object.keys(named).map((id) => `contains(${name}, ${id})`)];
  return {
    key,
    set: 'SET closedAt = :now',
    where: ids.length === 0 ? `attribute_not_exists(${name})` : has.join(' AND '),
    values: { ':now': now.toISOString(), ...(ids.length > 0 && { ...named, ':count': ids.length }) },
  };
};

/** Whether the item of a set says that the set is closed. */
export const isClosed = (item: Item | undefined): boolean => item?.['closedAt'] !== undefined;

/** The ids of a set, from its item. */
export const memberIds = (item: Item | undefined, { name }: IdSet): readonly string[] => {
  const ids = item?.[name];
  return ids instanceof Set ? [...ids] : [];
};

/** The ids of a set. Costs one read. */
export const readMemberIds = async (table: Pick<Table, 'get'>, set: IdSet): Promise<readonly string[]> =>
  memberIds(await table.get(set.key), set);

/** The number of ids in the set. Costs one read. */
export const memberCount = async (table: Pick<Table, 'get'>, set: IdSet): Promise<number> =>
  (await readMemberIds(table, set)).length;
