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
 * What a worker may be granted: to read and change the work of tenants and to count it, and to put what tells of it. Never
 * who may come in, who belongs where or what was paid, and never to put what a customer makes.
 */
export type WorkerGrants = {
  readonly GetItem?: readonly (Work | 'inFlight')[];
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
// "For all" holds of none as well. Every action on items has keys, so this refuses nothing that is meant.
const someKey = { Null: { 'dynamodb:LeadingKeys': 'false' } };

/** Actions with the same patterns together, and each action once: a transaction may show IAM the keys of several items at once. */
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

/** AWS does not say whether IAM knows the key of an index; if not, such a query is granted rather than refused. */
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

const refuseAttributes = (
  { actions, resource }: Pick<Rule, 'actions' | 'resource'>,
  names: readonly string[],
): PolicyStatement =>
  statement({
    effect: Effect.DENY,
    actions,
    resource,
    conditions: { 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': names } },
  });

/**
 * Refuses what would pass for a customer's. An update makes the item that it does not find, so it may not name what only the
 * making of a thing writes; and nothing may be shown in a tenant's lists. Who writes no charge may not change what was spent.
 */
export const refuseForgery = (grants: readonly WorkerGrants[], tableArn: string): PolicyStatement[] => {
  const charges = grants.some(({ PutItem }) => PutItem?.includes('charges'));
  return [
    refuseAttributes({ actions: ['UpdateItem'], resource: tableArn }, [
      ...birthAttributes,
      ...(charges ? [] : ['spentMicroUsd']),
    ]),
    refuseAttributes({ actions: ['PutItem', 'UpdateItem'], resource: tableArn }, listAttributes),
  ];
};
