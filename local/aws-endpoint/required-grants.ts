import * as z from 'zod';
import type { Place } from '../template/attributes.ts';

/** One permission that a request needs. */
export type Grant = { action: string; resource: string };

const Json = z.record(z.string(), z.unknown());
const OnTable = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const Batch = z.object({ RequestItems: Json });
const Transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.object({ TableName: z.string() }))),
});

// What one entry of a transaction is called in IAM.
const transactionActions: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const grant = (operation: string, resource: string): Grant => ({ action: `dynamodb:${operation}`, resource });

/** The grants a DynamoDB request needs; a request that names no table needs its action on everything. */
export const dynamoDbGrants = (operation: string, body: unknown, place: Place): Grant[] => {
  const table = (name: string) =>
    name.startsWith('arn:') ? name : `arn:aws:dynamodb:${place.region}:${place.accountId}:table/${name}`;
  const transaction = Transaction.safeParse(body);
  if (transaction.success) {
    return transaction.data.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) =>
        grant(transactionActions[kind] ?? kind, table(TableName)),
      ),
    );
  }
  const batch = Batch.safeParse(body);
  if (batch.success) return Object.keys(batch.data.RequestItems).map((name) => grant(operation, table(name)));
  const single = OnTable.safeParse(body);
  if (!single.success) return [grant(operation, '*')];
  const { TableName, IndexName } = single.data;
  return [
    grant(operation, IndexName === undefined ? table(TableName) : `${table(TableName)}/index/${IndexName}`),
  ];
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

/** The grant an SQS request needs; the batch form of an operation needs the grant of the single one. */
export const sqsGrants = (operation: string, body: unknown, place: Place): Grant[] => {
  const queue = OnQueue.safeParse(body);
  const resource = queue.success ? `arn:aws:sqs:${place.region}:${place.accountId}:${queue.data}` : '*';
  return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
};

const OnKey = z.object({ KeyId: z.string() });

/** The grant a KMS request needs; here keys are named by their ARN. */
export const kmsGrants = (operation: string, body: unknown): Grant[] => [
  { action: `kms:${operation}`, resource: OnKey.safeParse(body).data?.KeyId ?? '*' },
];
