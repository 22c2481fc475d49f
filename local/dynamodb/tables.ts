import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { Deployment, Resource } from '../template/deployment.ts';

export const Key = z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) });
const Index = z.object({
  IndexName: z.string(),
  KeySchema: z.array(Key),
  Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).optional() }),
});
const Properties = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: z.array(Key),
  GlobalSecondaryIndexes: z.array(Index).default([]),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
});

export type Table = {
  readonly name: string;
  readonly keys: readonly string[];
  /** The partition key attribute of each index, by index name. */
  readonly indexKeys: ReadonlyMap<string, string>;
  readonly ttlAttribute: string | undefined;
};

const partitionKeyOf = (schema: readonly z.infer<typeof Key>[]): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';

type Keys = {
  readonly KeySchema: readonly z.infer<typeof Key>[];
  readonly GlobalSecondaryIndexes: readonly {
    readonly IndexName: string;
    readonly KeySchema: readonly z.infer<typeof Key>[];
  }[];
};

export const tableOf = (name: string, schema: Keys, ttlAttribute: string | undefined): Table => {
  const keys = schema.KeySchema.toSorted((a, b) => a.KeyType.localeCompare(b.KeyType));
  return {
    name,
    // The partition key comes first, since HASH sorts before RANGE.
    keys: keys.map((key) => key.AttributeName),
    indexKeys: new Map(
      schema.GlobalSecondaryIndexes.map((one) => [one.IndexName, partitionKeyOf(one.KeySchema)]),
    ),
    ttlAttribute,
  };
};

/** Finds the partition key attribute of a table or of one of its indexes. */
export const partitionKeyIn =
  (tables: readonly Table[]) =>
  (name: string, index?: string): string | undefined => {
    const table = tables.find((one) => one.name === name);
    return index === undefined ? table?.keys[0] : table?.indexKeys.get(index);
  };

type Engine = {
  readonly call: Call;
  /** Waits between two checks of the table's status. */
  readonly wait: () => Promise<unknown>;
};

/** Creates the missing tables and indexes, so it can run at every start on existing data. */
export const createTables = async (
  deployment: Deployment,
  call: Call,
  wait: Engine['wait'] = () => delay(200),
): Promise<Table[]> =>
  Promise.all(
    deployment.ofType('AWS::DynamoDB::Table').map((resource) => createTable(resource, { call, wait })),
  );

const createTable = async (resource: Resource, engine: Engine): Promise<Table> => {
  const { TimeToLiveSpecification: ttl, ...schema } = resource.properties(Properties);
  const existing = await describe(resource.name, engine.call);
  if (existing) {
    await untilActive(resource.name, engine);
    await addIndexes(resource.name, { wanted: schema, existing: existing.indexes }, engine);
  } else {
    const { GlobalSecondaryIndexes: indexes, ...table } = schema;
    await engine.call('CreateTable', {
      TableName: resource.name,
      BillingMode: 'PAY_PER_REQUEST',
      ...table,
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    });
    await untilActive(resource.name, engine);
  }
  return tableOf(resource.name, schema, ttl?.Enabled ? ttl.AttributeName : undefined);
};

const Described = z.object({
  Table: z.object({
    TableStatus: z.string(),
    GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), IndexStatus: z.string() })).default([]),
  }),
});

type Existing = { readonly indexes: readonly string[]; readonly isActive: boolean };

const describe = async (TableName: string, call: Call): Promise<Existing | undefined> => {
  try {
    const { Table: table } = Described.parse(await call('DescribeTable', { TableName }));
    const statuses = [table.TableStatus, ...table.GlobalSecondaryIndexes.map((index) => index.IndexStatus)];
    return {
      indexes: table.GlobalSecondaryIndexes.map((index) => index.IndexName),
      isActive: statuses.every((status) => status === 'ACTIVE'),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

/** DynamoDB Local sometimes fails to describe a table while it creates an index. AWS's own clients repeat that request too. */
const isActive = async (TableName: string, call: Call): Promise<boolean> => {
  try {
    return (await describe(TableName, call))?.isActive ?? false;
  } catch (error) {
    if (error instanceof Error && error.name === 'InternalFailure') return false;
    throw error;
  }
};

// Five minutes with the default wait.
const maxChecks = 1500;

/** Waits until the table and all its indexes are active. */
const untilActive = async (TableName: string, { call, wait }: Engine): Promise<void> => {
  for (let check = 0; check < maxChecks; check += 1) {
    if (await isActive(TableName, call)) return;
    await wait();
  }
  throw new Error(`The table ${TableName} did not become active within five minutes.`);
};

type Schema = Pick<z.infer<typeof Properties>, 'AttributeDefinitions' | 'GlobalSecondaryIndexes'>;

/** Adds the indexes one by one: DynamoDB creates only one at a time. */
const addIndexes = async (
  TableName: string,
  { wanted, existing }: { readonly wanted: Schema; readonly existing: readonly string[] },
  engine: Engine,
): Promise<void> => {
  for (const index of wanted.GlobalSecondaryIndexes) {
    if (existing.includes(index.IndexName)) continue;
    await engine.call('UpdateTable', {
      TableName,
      AttributeDefinitions: wanted.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
    await untilActive(TableName, engine);
  }
};
