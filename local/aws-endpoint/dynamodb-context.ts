import * as z from 'zod';
import type { Context } from '../access/condition.ts';

const Value = z.record(z.string(), z.unknown());
const Values = z.record(z.string(), Value).default({});
const Names = z.record(z.string(), z.unknown()).default({});
const Expression = z.string().default('');

/** The parts of a request about one item, or of a query, that name keys and attributes; as expressions and as before these. */
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
  KeyConditions: z
    .record(z.string(), z.object({ AttributeValueList: z.array(Value).default([]) }))
    .default({}),
  AttributesToGet: z.array(z.string()).default([]),
  AttributeUpdates: Names,
  Expected: Names,
  QueryFilter: Names,
  ScanFilter: Names,
});
type Request = z.infer<typeof Request>;

/** "text" of `{S: "text"}`; a key of another type is known by what it is written as. */
const textOf = (value: z.infer<typeof Value>): string[] => Object.values(value).slice(0, 1).map(String);

const equality = /([#:]?[\w-]+)\s*=\s*([#:]?[\w-]+)/g;

/** What a query says its partition key is equal to. */
const queriedKeys = (request: Request, partitionKey: string): string[] => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = request;
  const compared = [...request.KeyConditionExpression.matchAll(equality)].flatMap(
    ([, left = '', right = '']) =>
      left.startsWith(':') ? [{ name: right, value: left }] : [{ name: left, value: right }],
  );
  return [
    ...compared.flatMap(({ name, value }) =>
      (names[name] ?? name) === partitionKey ? textOf(values[value] ?? {}) : [],
    ),
    ...(request.KeyConditions[partitionKey]?.AttributeValueList ?? []).flatMap(textOf),
  ];
};

// A dot before it, or a bracket behind it, says that a word is no attribute of the item.
const words = /(\.\s*)?([#:]?[A-Za-z_][\w-]*)(\s*\()?/g;
const keywords = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']);

/** The attributes that an expression names by themselves, neither by a placeholder nor inside another one. */
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
  ...request.AttributesToGet,
  ...Object.keys(request.KeyConditions),
  ...[request.AttributeUpdates, request.Expected, request.QueryFilter, request.ScanFilter].flatMap(
    Object.keys,
  ),
];

/**
 * What IAM knows of requests to one table or index, whose partition key is this attribute: their keys, and the attributes
 * they name. Of requests that cannot be read it knows nothing, so that no grant of items is for them.
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
