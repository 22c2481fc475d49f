import { type Partition, partitions } from '#cdk/constructs/partitions.ts';
import type { Key, Table, Write } from '#lib/platform/aws/table.ts';

const literal = (text: string): string => text.replaceAll(/[.+^$()[\]{}|\\]/g, String.raw`\$&`);
const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${literal(pattern).replaceAll('*', '.*').replaceAll('?', '.')}$`, 'u');

const isPartition = (name: string): name is Partition => Object.hasOwn(partitions, name);
const patterns = Object.keys(partitions)
  .filter(isPartition)
  .flatMap((name) => partitions[name].map(patternOf));

/** IAM refuses such a key, so the caller gets a 500. */
const assertGranted = ({ pk }: Pick<Key, 'pk'>): void => {
  if (!patterns.some((pattern) => pattern.test(pk))) throw new Error(`No function is granted ${pk}.`);
};

const keyOf = (write: Write): Pick<Key, 'pk'> => {
  if ('update' in write) return write.update.key;
  if ('check' in write) return write.check.key;
  return { pk: String(write.put['pk']) };
};

/** The table with the rights of functions: only partitions in their grants. */
export const grantedTable = (table: Table): Table => ({
  ...table,
  get: async (key) => {
    assertGranted(key);
    return table.get(key);
  },
  update: async (change) => {
    assertGranted(change.key);
    return table.update(change);
  },
  putNew: async (item) => {
    assertGranted({ pk: String(item['pk']) });
    return table.putNew(item);
  },
  transact: async (writes) => {
    for (const write of writes) assertGranted(keyOf(write));
    return table.transact(writes);
  },
});
