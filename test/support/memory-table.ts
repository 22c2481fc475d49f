import type { Change, Condition, Item, Key, Query, Table, Write } from '#lib/platform/aws/table.ts';
import { holds, placeholdersOf, updated } from './expressions.ts';

type Partition = { readonly items: Map<string, Item>; sorted: string[] };

const keyOf = ({ pk, sk }: Item): Key => {
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new Error('An item has no key.');
  return { pk, sk };
};
const isAt = (item: Item, position: Item): boolean =>
  item['pk'] === position['pk'] && item['sk'] === position['sk'];
const defined = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

const hashOf = /^(\w+) = (:\w+)/;
const rangeOf = /AND (\w+) (?:BETWEEN (:\w+) AND (:\w+)|<= (:\w+)|> (:\w+))$/;

const present = (items: ReadonlyMap<string, Item>, keys: readonly string[]): Item[] =>
  keys.flatMap((key) => {
    const item = items.get(key);
    return item ? [item] : [];
  });

/** The first index in a sorted list whose text is at least `text`. */
const placeOf = (sorted: readonly string[], text: string): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

type Expressions = Partial<Pick<Change, 'set'> & Pick<Query, 'filter'> & Condition>;

/**
 * Like DynamoDB: unused names and values are an error, and so are used ones that are not given. Undefined values are an error
 * too, because the SDK does not send them.
 */
const assertUsed = ({ set = '', where = '', filter = '', names = {}, values = {} }: Expressions): void => {
  if (Object.values(values).includes(undefined)) throw new Error('An expression uses an undefined value.');
  const used = placeholdersOf(`${set} ${where} ${filter}`);
  const given = new Set([...Object.keys(names), ...Object.keys(values)]);
  const odd = [...used.symmetricDifference(given)];
  if (odd.length > 0) throw new Error(`Not used, or not given, is ${odd.join()}.`);
};

const indexKeys = { due: ['due_shard', 'due_at'], listed: ['listed_project', 'listed_at'] } as const;

/** The table in memory, for simulations that need thousands of them. Each call is atomic, because it does not await. */
export const memoryTable = () => {
  const partitions = new Map<string, Partition>();

  const find = ({ pk, sk }: Key): Item | undefined => partitions.get(pk)?.items.get(sk);

  const store = (item: Item): void => {
    const { pk, sk } = keyOf(item);
    const partition = partitions.get(pk) ?? { items: new Map(), sorted: [] };
    partitions.set(pk, partition);
    if (!partition.items.has(sk)) partition.sorted.splice(placeOf(partition.sorted, sk), 0, sk);
    partition.items.set(sk, item);
  };

  const isRefused = (key: Key, { where, names = {}, values = {} }: Partial<Condition>): boolean =>
    where !== undefined && !holds(where, { item: find(key) ?? {}, names, values });

  const change = ({ key, set, names = {}, values = {} }: Change): Item => {
    const item = updated(set, { item: find(key) ?? { ...key }, names, values });
    store(item);
    return item;
  };

  const apply = (write: Write): void => {
    if ('put' in write) store(defined(write.put));
    if ('update' in write) change(write.update);
  };

  const targetOf = (write: Write): { readonly key: Key; readonly condition: Partial<Condition> } => {
    if ('put' in write) return { key: keyOf(write.put), condition: { where: write.where } };
    if ('update' in write) return { key: write.update.key, condition: write.update };
    return { key: write.check.key, condition: write.check };
  };

  const inIndex = (index: keyof typeof indexKeys, hash: unknown): Item[] => {
    const [hashName, rangeName] = indexKeys[index];
    return [...partitions.values()]
      .flatMap(({ items }) => [...items.values()])
      .filter((item) => item[hashName] === hash)
      .toSorted((a, b) => (String(a[rangeName]) < String(b[rangeName]) ? -1 : 1));
  };

  const inTable = (pk: unknown): Item[] => {
    const partition = partitions.get(String(pk));
    return partition ? present(partition.items, partition.sorted) : [];
  };

  /** A session has many frames, so a range is found by binary search. */
  const between = (pk: unknown, from: string, to: string): Item[] => {
    if (from > to) throw new Error('A range ends before it begins, which DynamoDB refuses.');
    const partition = partitions.get(String(pk));
    if (!partition) return [];
    const { sorted, items } = partition;
    return present(items, sorted.slice(placeOf(sorted, from), placeOf(sorted, `${to}\0`)));
  };

  const inRange = ({ index, where, values = {} }: Query): Item[] => {
    const hash = values[hashOf.exec(where)?.[2] ?? ''];
    const [, name = 'sk', from, to, most, above] = rangeOf.exec(where) ?? [];
    if (index === undefined && from !== undefined && to !== undefined)
      return between(hash, String(values[from]), String(values[to]));
    const all = index === 'due' || index === 'listed' ? inIndex(index, hash) : inTable(hash);
    if (most !== undefined) return all.filter((item) => String(item[name]) <= String(values[most]));
    return above === undefined ? all : all.filter((item) => String(item[name]) > String(values[above]));
  };

  /** The index of the first item after a position, whose own item may be gone. */
  const placeAfter = (
    all: readonly Item[],
    position: Item,
    { index, newestFirst = false }: Query,
  ): number => {
    const at = all.findIndex((item) => isAt(item, position));
    if (at >= 0) return at + 1;
    const name = index === 'due' || index === 'listed' ? indexKeys[index][1] : 'sk';
    const place = String(position[name]);
    const next = all.findIndex((item) =>
      newestFirst ? String(item[name]) < place : String(item[name]) > place,
    );
    return next < 0 ? all.length : next;
  };

  const table: Table = {
    get: async (key) => find(key),
    putNew: async (item) => {
      const found = find(keyOf(item));
      if (found) return { done: false, item: found };
      store(defined(item));
      return { done: true, item };
    },
    update: async (input) => {
      assertUsed(input);
      if (isRefused(input.key, input)) return { done: false, item: find(input.key) };
      return { done: true, item: change(input) };
    },
    transact: async (writes) => {
      const targets = writes.map(targetOf);
      for (const { condition } of targets) assertUsed(condition);
      if (new Set(targets.map(({ key }) => JSON.stringify(key))).size < writes.length)
        throw new Error('A transaction has two writes to one item.');
      const reasons = targets.map(({ key, condition }) => {
        const refused = isRefused(key, condition);
        return { refused, item: refused ? find(key) : undefined };
      });
      if (reasons.some(({ refused }) => refused)) return { done: false, reasons };
      writes.forEach(apply);
      return { done: true };
    },
    query: async (query) => {
      assertUsed(query);
      const { filter, names = {}, values = {}, newestFirst, startAfter, limit } = query;
      const all = newestFirst ? inRange(query).toReversed() : inRange(query);
      const from = startAfter ? placeAfter(all, startAfter, query) : 0;
      const read = all.slice(from, from + limit);
      return {
        items: filter ? read.filter((item) => holds(filter, { item, names, values })) : read,
        last: read.length === limit ? read.at(-1) : undefined,
      };
    },
  };
  return { table, partitions };
};
