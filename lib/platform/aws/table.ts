import {
  ConditionalCheckFailedException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { type Backoff, liveBackoff, retryingContention } from './outage.ts';

export type Item = Readonly<Record<string, unknown>>;
export type Key = { readonly pk: string; readonly sk: string };
/** `where` is a DynamoDB expression; `names` maps its #names, `values` its :values. */
export type Condition = {
  readonly where: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Item;
};
/** An update of one item. `set` is an update expression, with the names and values of `where`. */
export type Change = Partial<Condition> & { readonly key: Key; readonly set: string };
export type Query = Condition & {
  /** The index to query, eventually consistent. Undefined queries the table itself, strongly consistent. */
  readonly index?: string;
  /** Drops items after reading. Dropped items still count towards `limit`. */
  readonly filter?: string;
  readonly newestFirst?: boolean;
  readonly startAfter?: Item | undefined;
  readonly limit: number;
};
export type Write =
  | { readonly put: Item; readonly where: string }
  | { readonly update: Change }
  | { readonly check: Condition & { readonly key: Key } };

/** The outcome of a conditional write. If it was refused, `item` is the item at that time (undefined if there was none). */
export type Outcome =
  | { readonly done: true; readonly item: Item }
  | { readonly done: false; readonly item: Item | undefined };
export type TransactionOutcome =
  | { readonly done: true }
  | {
      readonly done: false;
      readonly reasons: readonly { readonly refused: boolean; readonly item: Item | undefined }[];
    };

/** The DynamoDB table. Rejects on infrastructure errors only; a failed condition is a value. */
export interface Table {
  /** The latest version of the item (strongly consistent). */
  get(key: Key): Promise<Item | undefined>;
  /** Writes the item if there is none with its key. */
  putNew(item: Item): Promise<Outcome>;
  update(change: Change): Promise<Outcome>;
  /** All writes or none. If several are refused, the outcome is that of the first one. */
  transact(writes: readonly Write[]): Promise<TransactionOutcome>;
  /** One page of the table or an index. `last` is where the next page starts, undefined at the end. */
  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly last: Item | undefined }>;
}

/** A change that sets these fields. `remove` is appended to the expression: " REMOVE ttl". */
export const assigning = (fields: Item, remove = '') => {
  const names = Object.keys(fields);
  return {
    set: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${remove}`,
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
  };
};

const toItem = (raw: Parameters<typeof unmarshall>[0] | undefined): Item | undefined =>
  raw && unmarshall(raw);

// Customers may name a key "constructor". The object then does not look like a plain one.
const marshalled = (item: Item) =>
  marshall(item, { removeUndefinedValues: true, convertClassInstanceToMap: true });

const expressions = ({ names, values }: Pick<Condition, 'names' | 'values'>) => ({
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: marshalled(values) }),
});

/** `Table` on Amazon DynamoDB. */
export const openTable = (client: DynamoDBClient, name: string, backoff: Backoff = liveBackoff): Table => {
  const retrying = retryingContention(backoff);
  const returned = { TableName: name, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

  const updateInput = ({ key, set, where, ...rest }: Change) => ({
    ...returned,
    Key: marshalled(key),
    UpdateExpression: set,
    ...(where && { ConditionExpression: where }),
    ...expressions(rest),
  });

  const putInput = (item: Item, where: string) => ({
    ...returned,
    Item: marshalled(item),
    ConditionExpression: where,
  });

  const writeInput = (write: Write) => {
    if ('update' in write) return { Update: updateInput(write.update) };
    if ('put' in write) return { Put: putInput(write.put, write.where) };
    const { key, where, ...rest } = write.check;
    return {
      ConditionCheck: { ...returned, Key: marshalled(key), ConditionExpression: where, ...expressions(rest) },
    };
  };

  const conditionally = async (write: () => Promise<Item | undefined>): Promise<Outcome> => {
    try {
      return { done: true, item: (await retrying(write)) ?? {} };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { done: false, item: toItem(error.Item) };
      throw error;
    }
  };

  /** The failed conditions of a cancelled transaction. Undefined if the first reason is contention. */
  const refusalOf = (error: unknown): TransactionOutcome | undefined => {
    if (!(error instanceof TransactionCanceledException)) return undefined;
    const reasons = error.CancellationReasons ?? [];
    if (reasons.find(({ Code }) => Code !== 'None')?.Code !== 'ConditionalCheckFailed') return undefined;
    return {
      done: false,
      reasons: reasons.map(({ Code, Item: item }) => ({
        refused: Code === 'ConditionalCheckFailed',
        item: toItem(item),
      })),
    };
  };

  const transact = (writes: readonly Write[]): Promise<TransactionOutcome> =>
    retrying(async () => {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems: writes.map(writeInput) }));
        return { done: true };
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) return refusal;
        throw error;
      }
    });

  return {
    transact,
    get: async (key) => {
      const input = { TableName: name, Key: marshalled(key), ConsistentRead: true };
      return toItem((await client.send(new GetItemCommand(input))).Item);
    },
    putNew: (item) =>
      conditionally(async () => {
        await client.send(new PutItemCommand(putInput(item, 'attribute_not_exists(pk)')));
        return item;
      }),
    update: (change) =>
      conditionally(async () => {
        const command = new UpdateItemCommand({ ...updateInput(change), ReturnValues: 'ALL_NEW' });
        return toItem((await client.send(command)).Attributes);
      }),
    query: async ({ index, where, filter, newestFirst, startAfter, limit, ...rest }) => {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: name,
          ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
          KeyConditionExpression: where,
          ...(filter && { FilterExpression: filter }),
          ...(newestFirst && { ScanIndexForward: false }),
          ...(startAfter && { ExclusiveStartKey: marshalled(startAfter) }),
          Limit: limit,
          ...expressions(rest),
        }),
      );
      return { items: Items.map((raw) => unmarshall(raw)), last: toItem(LastEvaluatedKey) };
    },
  };
};
