import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  birthAttributes,
  indexPartitions,
  listAttributes,
  type Partition,
  partitions,
} from './partitions.ts';

const keyedActions = ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem', 'Query'] as const;
type KeyedAction = (typeof keyedActions)[number];
type DueThing = keyof typeof indexPartitions.due;
type ListedThing = keyof typeof indexPartitions.listed;

/** What a function may do in the table, and under which partition keys: `{ UpdateItem: ['jobs'], PutItem: ['events'] }`. */
export type TableGrants = { readonly [Action in KeyedAction]?: readonly Partition[] } & {
  readonly queryDue?: readonly DueThing[];
  readonly queryListed?: readonly ListedThing[];
  /** Reads every item: a scan has no keys that a grant could name. */
  readonly scan?: true;
};

type Work = 'jobs' | 'uploads' | 'files' | 'webhooks' | 'events' | 'deliveries';

/**
 * What a worker may be granted: reading and changing the work of tenants, counting it, and putting events and charges. Never
 * credentials, memberships or payments, and never putting what a customer creates.
 */
export type WorkerGrants = {
  readonly GetItem?: readonly Work[];
  readonly PutItem?: readonly ('events' | 'deliveries' | 'charges')[];
  readonly UpdateItem?: readonly (
    | Work
    | 'projectQueues'
    | 'organizationQueues'
    | 'usage'
    | 'testQuotas'
    | 'inFlight'
    | 'balances'
  )[];
  readonly ConditionCheckItem?: readonly Work[];
  readonly Query?: readonly (Work | 'balances')[];
  readonly queryDue?: readonly DueThing[];
};

type Rule = {
  readonly effect?: Effect;
  readonly actions: readonly string[];
  readonly resource: string;
  readonly conditions?: Record<string, Record<string, readonly string[] | string>>;
};

const statement = ({ effect = Effect.ALLOW, actions, resource, conditions = {} }: Rule): PolicyStatement =>
  new PolicyStatement({
    effect,
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [resource],
    conditions,
  });

const leadingKeys = (patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
});
// ForAllValues is also true when a request has no such key; actions on items always have it.
const someKey = { Null: { 'dynamodb:LeadingKeys': 'false' } };

/** One statement for all patterns of an action, so that it also allows a transaction whose keys IAM sees together. */
const itemStatements = (grants: readonly TableGrants[], tableArn: string): PolicyStatement[] => {
  const byAction = keyedActions.map((action) => {
    const names = new Set(grants.flatMap((grant) => grant[action] ?? []));
    return { action, patterns: [...names].flatMap((name) => partitions[name]).toSorted() };
  });
  const granted = byAction.filter(({ patterns }) => patterns.length > 0);
  return [...Map.groupBy(granted, ({ patterns }) => patterns.join(' ')).values()].map((alike) =>
    statement({
      actions: alike.map(({ action }) => action),
      resource: tableArn,
      conditions: { ...leadingKeys(alike[0]?.patterns ?? []), ...someKey },
    }),
  );
};

/** Without the Null condition: AWS does not document that queries of an index have LeadingKeys, and the sweepers must not stop. */
const indexStatement = (name: string, patterns: readonly string[], tableArn: string): PolicyStatement[] =>
  patterns.length === 0
    ? []
    : [
        statement({
          actions: ['Query'],
          resource: `${tableArn}/index/${name}`,
          conditions: leadingKeys(patterns),
        }),
      ];

/** The statements that grant all of `grants`. */
export const grantStatements = (grants: readonly TableGrants[], tableArn: string): PolicyStatement[] => {
  const { due, listed } = indexPartitions;
  return [
    ...itemStatements(grants, tableArn),
    ...indexStatement(
      'due',
      grants.flatMap(({ queryDue = [] }) => queryDue.flatMap((thing) => due[thing])),
      tableArn,
    ),
    ...indexStatement(
      'listed',
      grants.flatMap(({ queryListed = [] }) => queryListed.flatMap((thing) => listed[thing])),
      tableArn,
    ),
    ...(grants.some(({ scan }) => scan) ? [statement({ actions: ['Scan'], resource: tableArn })] : []),
  ];
};

/**
 * Denies forged items. An update creates an item that does not exist, so it must not set what only creation sets; nor may a
 * worker put anything into a tenant's lists. Only a worker that writes charges may change what was spent.
 */
export const refuseForgery = (grants: readonly WorkerGrants[], tableArn: string): PolicyStatement[] => {
  const refuse = (actions: readonly string[], attributes: readonly string[]) =>
    statement({
      effect: Effect.DENY,
      actions,
      resource: tableArn,
      conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': attributes } },
    });
  const charges = grants.some(({ PutItem }) => PutItem?.includes('charges'));
  return [
    refuse(['UpdateItem'], [...birthAttributes, ...(charges ? [] : ['spentMicroUsd'])]),
    refuse(['PutItem', 'UpdateItem'], listAttributes),
  ];
};
