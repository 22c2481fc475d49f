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
/** The actions that a transaction combines. */
const writeActions: readonly KeyedAction[] = ['PutItem', 'UpdateItem', 'ConditionCheckItem'];
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

/** The patterns of the keys that the grants name for these actions. */
const patternsOf = (grants: readonly TableGrants[], ...actions: readonly KeyedAction[]): string[] => {
  const names = new Set(grants.flatMap((grant) => actions.flatMap((action) => grant[action] ?? [])));
  return [...names].flatMap((name) => partitions[name]).toSorted();
};

/**
 * Makes one statement for all patterns of an action, because IAM checks several keys of a transaction together. AWS does not say
 * whether these are the keys of the writes with this action or of all writes. So a write may come with the keys of other writes
 * that the function may make, if at least one key is of its own.
 */
const itemStatements = (grants: readonly TableGrants[], tableArn: string): PolicyStatement[] => {
  const written = patternsOf(grants, ...writeActions);
  const conditionsOf = (action: KeyedAction) => {
    const own = patternsOf(grants, action);
    return writeActions.includes(action) && own.length < written.length
      ? { ...leadingKeys(written), 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': own } }
      : { ...leadingKeys(own), ...someKey };
  };
  const granted = keyedActions
    .filter((action) => patternsOf(grants, action).length > 0)
    .map((action) => ({ action, conditions: conditionsOf(action) }));
  return [...Map.groupBy(granted, ({ conditions }) => JSON.stringify(conditions)).values()].map((alike) =>
    statement({
      actions: alike.map(({ action }) => action),
      resource: tableArn,
      conditions: alike[0]?.conditions ?? {},
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
 * may add to a tenant's lists, except one that creates jobs. No worker may put an item with a credential or a credit, or one
 * that customers create. Only a worker that writes charges may change the amounts spent, in all or in a month.
 *
 * If AWS compares all attributes of a transaction, those of the event that a worker puts are among them. So updates are refused
 * if all keys are of items that the worker may update.
 */
export const refuseForgery = (grants: readonly WorkerGrants[], tableArn: string): PolicyStatement[] => {
  const refuse = (
    actions: readonly string[],
    attributes: readonly string[],
    conditions: Rule['conditions'] = {},
  ) =>
    statement({
      effect: Effect.DENY,
      actions,
      resource: tableArn,
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:Attributes': attributes }, ...conditions },
    });
  const puts = (kind: string) => grants.some(({ PutItem = [] }) => PutItem.some((one) => one === kind));
  const keepsTerms = grants.some((grant) => grant.keepsTerms);
  const spent = puts('charges') ? [] : ['spent*'];
  return [
    refuse(
      ['UpdateItem'],
      [
        // A runner puts events, which have ids, into the partition of the session that it updates.
        ...creationAttributes.filter((name) => name !== 'id' || !keepsTerms),
        ...spent,
        ...listAttributes,
        ...(keepsTerms ? sessionTerms : []),
      ],
      leadingKeys(patternsOf(grants, 'UpdateItem')),
    ),
    refuse(
      ['PutItem'],
      [
        ...credentialAttributes,
        ...spent,
        'creditMicroUsd',
        ...(puts('jobs') ? [] : ['fingerprint', ...listAttributes]),
      ],
    ),
  ];
};
