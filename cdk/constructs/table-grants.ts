import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  creationAttributes,
  credentialAttributes,
  indexPartitions,
  listAttributes,
  type Partition,
  partitions,
  sessionTerms,
} from './partitions.ts';

const keyedActions = ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem', 'Query'] as const;
type KeyedAction = (typeof keyedActions)[number];
type DuePartition = keyof typeof indexPartitions.due;
type ListedPartition = keyof typeof indexPartitions.listed;

/** The actions that a function may perform in the table, by partition: `{ UpdateItem: ['jobs'], PutItem: ['events'] }`. */
export type TableGrants = { readonly [Action in KeyedAction]?: readonly Partition[] } & {
  readonly queryDue?: readonly DuePartition[];
  readonly queryListed?: readonly ListedPartition[];
};

type Work =
  | 'jobs'
  | 'jobParts'
  | 'uploads'
  | 'files'
  | 'realtimeSessions'
  | 'webhooks'
  | 'events'
  | 'deliveries';

/**
 * The grants that a worker may have: reading and updating tenants' work, counting it, and writing events and charges. It
 * may never access credentials, memberships or payments, and never create what customers create. The exception is the
 * job of a realtime session, which a worker creates when the session ends.
 */
export type WorkerGrants = {
  readonly GetItem?: readonly (Work | 'testQuotas' | 'webhookMembers' | 'realtimePlaces' | 'projectPlaces')[];
  readonly PutItem?: readonly ('events' | 'deliveries' | 'charges' | 'realtimeSessions' | 'jobs')[];
  readonly UpdateItem?: readonly (
    | Work
    | 'projectQueues'
    | 'organizationQueues'
    | 'usage'
    | 'testQuotas'
    | 'inFlight'
    | 'realtimePlaces'
    | 'balances'
  )[];
  readonly ConditionCheckItem?: readonly Work[];
  readonly Query?: readonly (Work | 'balances')[];
  readonly queryDue?: readonly DuePartition[];
  /** Refuses updates of the agreed terms of a session and of its cost. */
  readonly keepsTerms?: true;
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
// ForAllValues is also true when the request lacks the key. Actions on items always have it.
const someKey = { Null: { 'dynamodb:LeadingKeys': 'false' } };

/** Makes one statement for all patterns of an action, because IAM checks all keys of a transaction together. */
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

/** Omits the Null condition, because AWS does not document LeadingKeys for index queries, and the sweepers must not stop. */
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
      grants.flatMap(({ queryDue = [] }) => queryDue.flatMap((kind) => due[kind])),
      tableArn,
    ),
    ...indexStatement(
      'listed',
      grants.flatMap(({ queryListed = [] }) => queryListed.flatMap((kind) => listed[kind])),
      tableArn,
    ),
  ];
};

/**
 * Denies forged items. An update of a missing item creates it, so updates must not set creation attributes. No worker
 * may add to a tenant's lists, except one that creates jobs. No worker may put an item with a credential. Only a worker
 * that writes charges may change the amount spent.
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
  const jobs = grants.some(({ PutItem }) => PutItem?.includes('jobs'));
  const keepsTerms = grants.some((grant) => grant.keepsTerms);
  return [
    refuse(
      ['UpdateItem'],
      [
        ...creationAttributes,
        ...(charges ? [] : ['spentMicroUsd']),
        ...listAttributes,
        ...(keepsTerms ? sessionTerms : []),
      ],
    ),
    refuse(['PutItem'], [...credentialAttributes, ...(jobs ? [] : listAttributes)]),
  ];
};
