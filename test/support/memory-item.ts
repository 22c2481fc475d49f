import type { Change, Item, Table } from '#lib/platform/aws/table.ts';

type Values = Pick<Change, 'names' | 'values'>;

const split = (text: string, separator: RegExp): string[] => text.split(separator).map((part) => part.trim());

/** Evaluates the conditions of places: ANDs of comparisons and of ORs in parentheses. */
const holds = (condition: string, item: Item, { names = {}, values = {} }: Values): boolean =>
  split(condition, / AND /).every((any) =>
    split(any.replace(/^\((.*)\)$/, '$1'), / OR /).some((one) => {
      const [, absent] = /^attribute_not_exists\((.+)\)$/.exec(one) ?? [];
      if (absent !== undefined) return item[names[absent] ?? ''] === undefined;
      const [name = '', operator, value = ''] = one.split(' ');
      const [found, wanted] = [item[names[name] ?? ''], values[value]];
      return operator === '=' ? found === wanted : Number(found) <= Number(wanted);
    }),
  );

const changed = (item: Item, { set, names = {}, values = {} }: Change): Item => {
  const [, verb, rest = ''] = /^(SET|REMOVE) (.*)$/.exec(set) ?? [];
  const entries = split(rest, /,/).map((part) => {
    const [name = '', value = ''] = split(part, /=/);
    return [names[name] ?? '', verb === 'SET' ? values[value] : undefined] as const;
  });
  return { ...item, ...Object.fromEntries(entries) };
};

/** One item in memory with conditional writes, for property tests that need thousands of them. */
export const memoryItem = (): Pick<Table, 'update'> => {
  let item: Item = {};
  return {
    update: async (change) => {
      if (change.where && !holds(change.where, item, change)) return { done: false, item };
      item = changed(item, change);
      return { done: true, item };
    },
  };
};
