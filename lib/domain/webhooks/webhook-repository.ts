import { allItems } from '#lib/platform/aws/every-item.ts';
import { assigning, type Change, type Item, type Table, type Write } from '#lib/platform/aws/table.ts';
import { addMember, removeMember } from '#lib/platform/limits/id-set.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { jobWebhookOf, organizationWebhooksOf, webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { makeDue } from '#lib/platform/due-index/due-index.ts';
import { duePrefix, firstSweepMs } from './schedule.ts';
import {
  type DisabledReason,
  Webhook,
  webhookKey,
  type WebhookRef,
  webhooksPk,
  type OwnedRef,
  type StoredSecret,
} from './webhook.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';

const notDeleted = 'attribute_not_exists(deletedAt)';
const exists = `attribute_exists(pk) AND ${notDeleted}`;
const isLive = (item: Item | undefined): boolean => item !== undefined && item['deletedAt'] === undefined;

export type AddOutcome =
  /** `has_one`: the project has its one webhook without an address. */
  | { readonly kind: 'added' | 'deleted' | 'has_one' }
  | { readonly kind: 'full'; readonly of: 'project' | 'organization'; readonly max: number }
  | { readonly kind: 'exists'; readonly webhook: Webhook };

/** Takes a place of the project, and for a webhook without an address the only one of its kind. */
const takePlace = ({ tenant, id, url }: Webhook, max: number): Change => {
  const place = addMember(webhooksOf(tenant), id, max);
  if (url !== null) return place;
  const { name } = jobWebhookOf(tenant);
  const where = `(${place.where}) AND attribute_not_exists(${name})`;
  return { ...place, set: `${place.set}, ${name} :ids`, where };
};

const leavePlace = ({ tenant, id }: WebhookRef): Change => {
  const place = removeMember(webhooksOf(tenant), id);
  return { ...place, set: `${place.set}, ${jobWebhookOf(tenant).name} :ids` };
};

type Addition = {
  readonly organizationId: string | null;
  readonly limits: Pick<Limits, 'webhooksPerProject' | 'webhooksPerOrganization'>;
  /** Writes that belong to it. */
  readonly record: readonly Write[];
};

/** Adds the webhook, unless its id exists or the project or organization is at its limit. */
export const addWebhook = async (
  table: Pick<Table, 'transact'>,
  webhook: Webhook,
  { organizationId, limits, record }: Addition,
): Promise<AddOutcome> => {
  const { tenant } = webhook;
  const { webhooksPerProject: max, webhooksPerOrganization: maxTogether } = limits;
  const outcome = await table.transact([
    { put: { ...webhook, ...webhookKey(webhook) }, where: 'attribute_not_exists(pk)' },
    { update: takePlace(webhook, max) },
    ...(organizationId === null
      ? []
      : [{ update: addMember(organizationWebhooksOf(organizationId), webhook.id, maxTogether) }]),
    ...record,
  ]);
  if (outcome.done) return { kind: 'added' };
  const [taken, place] = outcome.reasons;
  if (taken?.refused)
    return isLive(taken.item) ? { kind: 'exists', webhook: Webhook.parse(taken.item) } : { kind: 'deleted' };
  if (webhook.url === null && place?.item?.[jobWebhookOf(tenant).name] !== undefined)
    return { kind: 'has_one' };
  return place?.refused
    ? { kind: 'full', of: 'project', max }
    : { kind: 'full', of: 'organization', max: maxTogether };
};

/** `gone` if it was deleted before, as far as that is remembered. */
type RemoveOutcome = 'removed' | 'gone' | 'unknown';

/** Deletes the webhook with its secrets; pending deliveries then fail, held ones stay held until they expire. */
export const removeWebhook = async (
  table: Pick<Table, 'transact'>,
  { organizationId, ...ref }: OwnedRef,
  { now, record }: { readonly now: Date; readonly record: readonly Write[] },
): Promise<RemoveOutcome> => {
  const outcome = await table.transact([
    {
      update: {
        key: webhookKey(ref),
        set: `SET deletedAt = :now, #ttl = :ttl REMOVE secrets, #url, description, due_at, due_shard`,
        where: exists,
        names: { '#ttl': 'ttl', '#url': 'url' },
        values: { ':now': now.toISOString(), ':ttl': ttlAt(now) },
      },
    },
    { update: leavePlace(ref) },
    ...(organizationId === null
      ? []
      : [{ update: removeMember(organizationWebhooksOf(organizationId), ref.id) }]),
    ...record,
  ]);
  if (outcome.done) return 'removed';
  return outcome.reasons[0]?.item === undefined ? 'unknown' : 'gone';
};

export const readWebhook = async (
  table: Pick<Table, 'get'>,
  ref: WebhookRef,
): Promise<Webhook | undefined> => {
  const item = await table.get(webhookKey(ref));
  return isLive(item) ? Webhook.parse(item) : undefined;
};

/** A project's webhooks, in order of registration. */
export const readWebhooks = async (
  table: Pick<Table, 'query'>,
  tenant: Tenant,
): Promise<readonly Webhook[]> => {
  const values = { ':webhooks': webhooksPk(tenant) };
  const live = await allItems((startAfter) =>
    table.query({ where: 'pk = :webhooks', filter: notDeleted, values, startAfter, limit: 1_000 }),
  );
  return live
    .map((item) => Webhook.parse(item))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
};

const change = async (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  { where, ...rest }: Omit<Change, 'key'>,
): Promise<Webhook | undefined> => {
  const condition = where === undefined ? exists : `${exists} AND ${where}`;
  const outcome = await table.update({ key: webhookKey(ref), where: condition, ...rest });
  return outcome.done ? Webhook.parse(outcome.item) : undefined;
};

type Described = Pick<Webhook, 'url' | 'events' | 'description'>;
export type WebhookFields = { readonly [Field in keyof Described]?: Described[Field] | undefined };

/** Changes the webhook's settings. Changing the URL resets the failure counters. */
export const describeWebhook = (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  fields: WebhookFields,
): Promise<Webhook | undefined> => {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const remove = fields.url === undefined ? '' : ' REMOVE failingSince, lastFailedAt';
  return change(table, ref, assigning(given, remove));
};

const statusName = { '#status': 'status' };

/** Enables a disabled webhook and makes it due, so that its held deliveries restart; undefined if it was enabled. */
export const enableWebhook = (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  now: Date,
): Promise<Webhook | undefined> => {
  const due = makeDue(duePrefix, ref.id, later(now, firstSweepMs));
  return change(table, ref, {
    set: `SET #status = :enabled, disabledReason = :none, ${due.set} REMOVE failingSince, lastFailedAt, resumedTo`,
    where: '#status = :disabled',
    names: statusName,
    values: { ...due.values, ':enabled': 'enabled', ':disabled': 'disabled', ':none': null },
  });
};

/**
 * Makes an enabled webhook due, so that its deliveries that failed since then restart, too; undefined if it is disabled. An
 * earlier time that is still to be handled stays.
 */
export const askForFailed = async (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<Webhook | undefined> => {
  const due = makeDue(duePrefix, ref.id, later(now, firstSweepMs));
  const asked = (set: string, where: string) =>
    change(table, ref, {
      set: `SET ${set}${due.set} REMOVE resumedTo`,
      where: `#status = :enabled AND ${where}`,
      names: statusName,
      values: { ...due.values, ':enabled': 'enabled', ':since': since },
    });
  return (
    (await asked(
      'restartFailedSince = :since, ',
      '(attribute_not_exists(restartFailedSince) OR restartFailedSince > :since)',
    )) ?? asked('', 'restartFailedSince <= :since')
  );
};

/** Disables an enabled webhook; undefined if it was not enabled, or if its URL or health differs from `seen`. */
export const disableWebhook = (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  { reason, seen }: { readonly reason: DisabledReason; readonly seen?: Webhook },
): Promise<Webhook | undefined> => {
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

/** Records a failure, and since when the webhook fails. */
export const recordFailure = async (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<void> => {
  await change(table, ref, {
    set: 'SET failingSince = :since, lastFailedAt = :now',
    values: { ':since': since, ':now': now.toISOString() },
  });
};

/** Clears all failures. */
export const recordSuccess = async (table: Pick<Table, 'update'>, ref: WebhookRef): Promise<void> => {
  await change(table, ref, { set: 'REMOVE failingSince, lastFailedAt' });
};

/** Replaces the secrets, unless a concurrent rotation did. */
export const replaceSecrets = (
  table: Pick<Table, 'update'>,
  seen: Webhook,
  secrets: readonly StoredSecret[],
): Promise<Webhook | undefined> =>
  change(table, seen, {
    set: 'SET secrets = :secrets, rotations = rotations + :one',
    where: 'rotations = :seen',
    values: { ':secrets': secrets, ':seen': seen.rotations, ':one': 1 },
  });
