import * as z from 'zod';
import type { Context } from '../access/condition.ts';

const Value = z.record(z.string(), z.unknown());
const Values = z.record(z.string(), Value).default({});
/** Parameters older than expressions, which nothing here sends. */
const Legacy = z.never().optional();
const Expression = z.string().default('');

/** The parts of an item request or query that name keys and attributes. */
const Request = z.object({
  Key: Values,
  Item: Values,
  KeyConditionExpression: Expression,
  UpdateExpression: Expression,
  ConditionExpression: Expression,
  FilterExpression: Expression,
  ProjectionExpression: Expression,
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Values,
  AttributesToGet: Legacy,
  AttributeUpdates: Legacy,
  Expected: Legacy,
  KeyConditions: Legacy,
  QueryFilter: Legacy,
  ScanFilter: Legacy,
});
type Request = z.infer<typeof Request>;

/** The value of an attribute such as `{S: "text"}`, as text. */
const textOf = (value: z.infer<typeof Value>): string[] => Object.values(value).slice(0, 1).map(String);

const equality = /([#:]?[\w-]+)\s*=\s*([#:]?[\w-]+)/g;

/** The partition key values that a query compares with. */
const queriedKeys = (request: Request, partitionKey: string): string[] => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = request;
  const compared = [...request.KeyConditionExpression.matchAll(equality)].flatMap(
    ([, left = '', right = '']) =>
      left.startsWith(':') ? [{ name: right, value: left }] : [{ name: left, value: right }],
  );
  return compared.flatMap(({ name, value }) =>
    (names[name] ?? name) === partitionKey ? textOf(values[value] ?? {}) : [],
  );
};

// A word after a dot or before a parenthesis is not an attribute of the item.
const words = /(\.\s*)?([#:]?[A-Za-z_][\w-]*)(\s*\()?/g;
const keywords = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']);

/** The top-level attributes that an expression names without a placeholder. */
const plainNames = (expression: string): string[] =>
  [...expression.matchAll(words)].flatMap(([, inside, name = '', call]) =>
    inside || call || /^[#:]/.test(name) || keywords.has(name.toUpperCase()) ? [] : [name],
  );

const attributesOf = (request: Request): string[] => [
  ...Object.keys(request.Key),
  ...Object.keys(request.Item),
  ...Object.values(request.ExpressionAttributeNames),
  ...plainNames(
    [
      request.KeyConditionExpression,
      request.UpdateExpression,
      request.ConditionExpression,
      request.FilterExpression,
      request.ProjectionExpression,
    ].join(' '),
  ),
];

/**
 * The condition keys of requests to a table or index with this partition key. Requests that do not parse have none, so grants on
 * items do not match them.
 */
export const dynamoDbContext = (bodies: readonly unknown[], partitionKey: string | undefined): Context => {
  const { data: requests } = z.array(Request).safeParse(bodies);
  if (!requests || partitionKey === undefined) return {};
  return {
    'dynamodb:LeadingKeys': requests.flatMap((request) => [
      ...[request.Key, request.Item].flatMap((item) => textOf(item[partitionKey] ?? {})),
      ...queriedKeys(request, partitionKey),
    ]),
    'dynamodb:Attributes': [...new Set(requests.flatMap(attributesOf))],
  };
};
