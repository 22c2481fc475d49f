import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { Deployment, Resource } from '../template/deployment.ts';

const Key = z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) });
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
  name: string;
  keys: readonly string[];
  /** Of each index, by its name: the attribute that is its partition key. */
  indexKeys: ReadonlyMap<string, string>;
  ttlAttribute: string | undefined;
};

const partitionKeyOf = (schema: readonly z.infer<typeof Key>[]): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';

/** Finds the attribute that is the partition key of one of the tables, or of an index of it. */
export const partitionKeyIn =
  (tables: readonly Table[]) =>
  (name: string, index?: string): string | undefined => {
    const table = tables.find((one) => one.name === name);
    return index === undefined ? table?.keys[0] : table?.indexKeys.get(index);
  };

type Engine = {
  call: Call;
  /** Passes a little time, while the engine works. */
  wait: () => Promise<unknown>;
};

/** Creates what the template asks for and is not there yet, so that it can run at every boot on kept data. */
export const createTables = async (
  deployment: Deployment,
  call: Call,
  wait: Engine['wait'] = () => delay(200),
): Promise<Table[]> =>
  Promise.all(
    deployment
      .ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
      .map((resource) => createTable(resource, { call, wait })),
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
  const ttlAttribute = ttl?.Enabled ? ttl.AttributeName : undefined;
  const keys = schema.KeySchema.toSorted((a, b) => a.KeyType.localeCompare(b.KeyType));
  return {
    name: resource.name,
    // The partition key first: HASH comes before RANGE.
    keys: keys.map((key) => key.AttributeName),
    indexKeys: new Map(
      schema.GlobalSecondaryIndexes.map((one) => [one.IndexName, partitionKeyOf(one.KeySchema)]),
    ),
    ttlAttribute,
  };
};

const Described = z.object({
  Table: z.object({
    TableStatus: z.string(),
    GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), IndexStatus: z.string() })).default([]),
  }),
});

type Existing = { indexes: readonly string[]; isActive: boolean };

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

// Five minutes of the usual wait.
const maxLooks = 1500;

/** Waits until the table can be used, all its indexes included, and changed again. */
const untilActive = async (TableName: string, { call, wait }: Engine): Promise<void> => {
  for (let look = 0; look < maxLooks; look += 1) {
    if ((await describe(TableName, call))?.isActive) return;
    await wait();
  }
  throw new Error(`DynamoDB does not get ready with the table ${TableName}.`);
};

type Schema = Pick<z.infer<typeof Properties>, 'AttributeDefinitions' | 'GlobalSecondaryIndexes'>;

/** One after the other: DynamoDB takes one new index at a time. */
const addIndexes = async (
  TableName: string,
  { wanted, existing }: { wanted: Schema; existing: readonly string[] },
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
