import { assigning, type Change, type Table } from '#lib/platform/aws/table.ts';
import { leavePlaceIn, takePlaceIn } from '#lib/platform/limits/id-set.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { organizationWebhooksOf, webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { dueFields, firstSweepMs } from './due.ts';
import {
  type DisabledReason,
  WebhookEndpoint,
  endpointKey,
  type EndpointRef,
  endpointsOf,
  type OwnedRef,
  type StoredSecret,
} from './endpoint.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';

type Limited = Pick<Limits, 'webhooksPerProject' | 'webhooksPerOrganization'>;

const exists = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';
const isThere = (item: Readonly<Record<string, unknown>> | undefined): boolean =>
  item !== undefined && item['deletedAt'] === undefined;

export type AddOutcome =
  | { readonly kind: 'added' | 'deleted' }
  | { readonly kind: 'full'; readonly of: 'project' | 'organization'; readonly max: number }
  | { readonly kind: 'exists'; readonly endpoint: WebhookEndpoint };

/** Adds the endpoint, unless there is one with its id or the project or organization has as many as it may. */
export const addEndpoint = async (
  table: Pick<Table, 'transact'>,
  endpoint: WebhookEndpoint,
  { organizationId, limits }: { readonly organizationId: string; readonly limits: Limited },
): Promise<AddOutcome> => {
  const { id, tenant } = endpoint;
  const { webhooksPerProject: max, webhooksPerOrganization: maxTogether } = limits;
  const outcome = await table.transact([
    { put: { ...endpoint, ...endpointKey(endpoint) }, where: 'attribute_not_exists(pk)' },
    { update: takePlaceIn(webhooksOf(tenant), id, max) },
    { update: takePlaceIn(organizationWebhooksOf(organizationId), id, maxTogether) },
  ]);
  if (outcome.done) return { kind: 'added' };
  const [taken, place] = outcome.reasons;
  if (taken?.refused)
    return isThere(taken.item)
      ? { kind: 'exists', endpoint: WebhookEndpoint.parse(taken.item) }
      : { kind: 'deleted' };
  return place?.refused
    ? { kind: 'full', of: 'project', max }
    : { kind: 'full', of: 'organization', max: maxTogether };
};

/** Removes the endpoint with its secrets; what is on its way to it finds it gone. False when there is none. */
export const removeEndpoint = async (
  table: Pick<Table, 'transact'>,
  { organizationId, ...ref }: OwnedRef,
  now: Date,
): Promise<boolean> => {
  const outcome = await table.transact([
    {
      update: {
        key: endpointKey(ref),
        set: `SET deletedAt = :now, #ttl = :ttl REMOVE secrets, #url, description, due_at, due_shard`,
        where: exists,
        names: { '#ttl': 'ttl', '#url': 'url' },
        values: { ':now': now.toISOString(), ':ttl': ttlAt(now) },
      },
    },
    { update: leavePlaceIn(webhooksOf(ref.tenant), ref.id) },
    { update: leavePlaceIn(organizationWebhooksOf(organizationId), ref.id) },
  ]);
  return outcome.done;
};

export const findEndpoint = async (
  table: Pick<Table, 'get'>,
  ref: EndpointRef,
): Promise<WebhookEndpoint | undefined> => {
  const item = await table.get(endpointKey(ref));
  return isThere(item) ? WebhookEndpoint.parse(item) : undefined;
};

/** A project's endpoints, in the order in which they were registered. */
export const listEndpoints = async (
  table: Pick<Table, 'query'>,
  tenant: Tenant,
): Promise<readonly WebhookEndpoint[]> => {
  const { items } = await table.query({
    where: 'pk = :endpoints',
    values: { ':endpoints': endpointsOf(tenant) },
    // Those that were deleted just now are still among them.
    limit: 1_000,
  });
  return items
    .filter(isThere)
    .map((item) => WebhookEndpoint.parse(item))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
};

const change = async (
  table: Pick<Table, 'update'>,
  ref: EndpointRef,
  { where, ...rest }: Omit<Change, 'key'>,
): Promise<WebhookEndpoint | undefined> => {
  const condition = where === undefined ? exists : `${exists} AND ${where}`;
  const outcome = await table.update({ key: endpointKey(ref), where: condition, ...rest });
  return outcome.done ? WebhookEndpoint.parse(outcome.item) : undefined;
};

type Described = Pick<WebhookEndpoint, 'url' | 'events' | 'description'>;
export type EndpointFields = { readonly [Field in keyof Described]?: Described[Field] | undefined };

/** Changes what its owner says of the endpoint; a new address begins with a good name. */
export const describeEndpoint = (
  table: Pick<Table, 'update'>,
  ref: EndpointRef,
  fields: EndpointFields,
): Promise<WebhookEndpoint | undefined> => {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const remove = fields.url === undefined ? '' : ' REMOVE failingSince, lastFailedAt';
  return change(table, ref, assigning(given, remove));
};

const statusName = { '#status': 'status' };

/** Enables a disabled endpoint, and makes it due for whoever takes up its held deliveries; undefined when it was enabled. */
export const enableEndpoint = (
  table: Pick<Table, 'update'>,
  ref: EndpointRef,
  now: Date,
): Promise<WebhookEndpoint | undefined> => {
  const { due_at, due_shard, looks } = dueFields(ref.id, later(now, firstSweepMs));
  return change(table, ref, {
    set: `SET #status = :enabled, disabledReason = :none, due_at = :due, due_shard = :shard, looks = :looks
      REMOVE failingSince, lastFailedAt`,
    where: '#status = :disabled',
    names: statusName,
    values: {
      ':enabled': 'enabled',
      ':disabled': 'disabled',
      ':none': null,
      ':due': due_at,
      ':shard': due_shard,
      ':looks': looks,
    },
  });
};

/** Disables an enabled endpoint; undefined when it was not, or when it has another address or health than `seen`. */
export const disableEndpoint = (
  table: Pick<Table, 'update'>,
  ref: EndpointRef,
  { reason, seen }: { readonly reason: DisabledReason; readonly seen?: WebhookEndpoint },
): Promise<WebhookEndpoint | undefined> => {
  const since = seen?.failingSince;
  const isSame = `#url = :url AND ${since === undefined ? 'attribute_not_exists(failingSince)' : 'failingSince = :since'}`;
  return change(table, ref, {
    set: 'SET #status = :disabled, disabledReason = :reason',
    where: `#status = :enabled${seen ? ` AND ${isSame}` : ''}`,
    names: { ...statusName, ...(seen && { '#url': 'url' }) },
    values: {
      ':enabled': 'enabled',
      ':disabled': 'disabled',
      ':reason': reason,
      ...(seen && { ':url': seen.url }),
      ...(seen && since !== undefined && { ':since': since }),
    },
  });
};

/** Notes that the endpoint fails, and since when. */
export const noteFailure = async (
  table: Pick<Table, 'update'>,
  ref: EndpointRef,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<void> => {
  await change(table, ref, {
    set: 'SET failingSince = :since, lastFailedAt = :now',
    values: { ':since': since, ':now': now.toISOString() },
  });
};

/** Forgets all failures. */
export const noteSuccess = async (table: Pick<Table, 'update'>, ref: EndpointRef): Promise<void> => {
  await change(table, ref, { set: 'REMOVE failingSince, lastFailedAt' });
};

/** Replaces the secrets, unless another rotation was quicker. */
export const replaceSecrets = (
  table: Pick<Table, 'update'>,
  seen: WebhookEndpoint,
  secrets: readonly StoredSecret[],
): Promise<WebhookEndpoint | undefined> =>
  change(table, seen, {
    set: 'SET secrets = :secrets, rotations = rotations + :one',
    where: 'rotations = :seen',
    values: { ':secrets': secrets, ':seen': seen.rotations, ':one': 1 },
  });
