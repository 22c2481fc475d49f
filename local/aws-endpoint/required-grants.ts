import * as z from 'zod';
import type { AccessRequest } from '../access/policy.ts';
import type { Place } from '../template/attributes.ts';
import { dynamoDbContext } from './dynamodb-context.ts';

/** One permission that a request needs. */
export type Grant = AccessRequest;

/** The partition key attribute of a table or of one of its indexes, or undefined if there is none. */
export type PartitionKeyOf = (table: string, index?: string) => string | undefined;

const Json = z.record(z.string(), z.unknown());
const OnTable = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const Batch = z.object({ RequestItems: Json });
const Keys = z.object({ Keys: z.array(z.unknown()) });
const Writes = z.array(z.record(z.string(), z.unknown()));
const Transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.looseObject({ TableName: z.string() }))),
});

// The IAM action of each kind of transaction entry.
const transactionActions: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The single requests of a batch for one table. */
const entriesOf = (batch: unknown): unknown[] => {
  const keys = Keys.safeParse(batch);
  if (keys.success) return keys.data.Keys.map((Key) => ({ Key }));
  return (Writes.safeParse(batch).data ?? []).flatMap((write) => Object.values(write));
};

type Tables = { readonly place: Place; readonly partitionKeyOf: PartitionKeyOf };

/** The grants a DynamoDB request needs. A request without a table needs its action on `*`. */
export const dynamoDbGrants = (
  operation: string,
  body: unknown,
  { place: { region, accountId }, partitionKeyOf }: Tables,
): Grant[] => {
  const grant = (
    action: string,
    {
      name,
      index,
      bodies,
    }: { readonly name: string; readonly index?: string | undefined; readonly bodies: readonly unknown[] },
  ): Grant => {
    const table = name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? table : `${table}/index/${index}`,
      context: dynamoDbContext(bodies, partitionKeyOf(table.slice(table.indexOf('/') + 1), index)),
    };
  };
  const transaction = Transaction.safeParse(body);
  if (transaction.success) {
    const entries = transaction.data.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, entry]) => ({
        action: transactionActions[kind] ?? kind,
        name: entry.TableName,
        entry,
      })),
    );
    // AWS does not say whose keys and attributes it compares: those of each write, of all with one action, or of all. So the
    // transaction needs its rights by each reading.
    return entries.flatMap(({ action, name, entry }) => {
      const ofTable = entries.filter((other) => other.name === name);
      const alike = ofTable.filter((other) => other.action === action);
      return [[{ entry }], alike, ofTable].map((read) =>
        grant(action, { name, bodies: read.map((one) => one.entry) }),
      );
    });
  }
  const batch = Batch.safeParse(body);
  if (batch.success) {
    return Object.entries(batch.data.RequestItems).map(([name, entries]) =>
      grant(operation, { name, bodies: entriesOf(entries) }),
    );
  }
  const single = OnTable.safeParse(body);
  if (!single.success) return [{ action: `dynamodb:${operation}`, resource: '*' }];
  const { TableName, IndexName } = single.data;
  return [grant(operation, { name: TableName, index: IndexName, bodies: [body] })];
};

const OnSecret = z.object({ SecretId: z.string() });

/** The grant a Secrets Manager request needs. */
export const secretGrants = (operation: string, body: unknown): Grant[] => [
  { action: `secretsmanager:${operation}`, resource: OnSecret.safeParse(body).data?.SecretId ?? '*' },
];

const OnQueue = z.union([
  z
    .object({ QueueUrl: z.string() })
    .transform(({ QueueUrl }) => QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1)),
  z.object({ QueueName: z.string() }).transform(({ QueueName }) => QueueName),
]);

/** The grant an SQS request needs. A batch operation needs the grant of the single operation. */
export const sqsGrants = (operation: string, body: unknown, place: Place): Grant[] => {
  const queue = OnQueue.safeParse(body);
  const resource = queue.success ? `arn:aws:sqs:${place.region}:${place.accountId}:${queue.data}` : '*';
  return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
};

const OnKey = z.object({ KeyId: z.string() });

/** The grant a KMS request needs. Requests name keys by ARN here. */
export const kmsGrants = (operation: string, body: unknown): Grant[] => [
  { action: `kms:${operation}`, resource: OnKey.safeParse(body).data?.KeyId ?? '*' },
];
