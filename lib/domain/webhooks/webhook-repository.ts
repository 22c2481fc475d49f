import { assigning, type Change, type Item, type Table } from '#lib/platform/aws/table.ts';
import { makeDue } from '#lib/platform/due-index/due-index.ts';
import { readMemberIds } from '#lib/platform/limits/id-set.ts';
import { webhooksOf } from '#lib/platform/limits/id-sets.ts';
import { duePrefix, firstSweepMs } from './schedule.ts';
import { type DisabledReason, Webhook, webhookKey, type WebhookRef, type StoredSecret } from './webhook.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { later } from '#lib/platform/durations.ts';

const notDeleted = 'attribute_not_exists(deletedAt)';
export const exists = `attribute_exists(pk) AND ${notDeleted}`;
export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item['deletedAt'] === undefined;

/** Reads a webhook. Undefined if there is none or it was deleted. */
export const readWebhook = async (
  table: Pick<Table, 'get'>,
  ref: WebhookRef,
): Promise<Webhook | undefined> => {
  const item = await table.get(webhookKey(ref));
  return isLive(item) ? Webhook.parse(item) : undefined;
};

/**
 * A project's webhooks, in order of registration. Reads each by its id: the table keeps deleted webhooks for days, and a
 * query would read all of them for each event.
 */
export const readWebhooks = async (
  table: Pick<Table, 'get'>,
  tenant: Tenant,
): Promise<readonly Webhook[]> => {
  const ids = await readMemberIds(table, webhooksOf(tenant));
  const found = await Promise.all(ids.map((id) => readWebhook(table, { tenant, id })));
  return found
    .filter((webhook) => webhook !== undefined)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
};

/** Whether a webhook has this id, or had it before it was deleted, for as long as that is stored. */
export const wasRegistered = async (table: Pick<Table, 'get'>, ref: WebhookRef): Promise<boolean> =>
  (await table.get(webhookKey(ref))) !== undefined;

/** The table, or one that records each change in the same transaction. */
export type ChangesWebhooks = {
  readonly update: (change: Change) => Promise<{ readonly done: boolean }>;
};

const unlessDeleted = (ref: WebhookRef, { where, ...rest }: Omit<Change, 'key'>): Change => ({
  key: webhookKey(ref),
  where: where === undefined ? exists : `${exists} AND ${where}`,
  ...rest,
});

/** False if the webhook is deleted, or the condition `where` is not true. */
const change = async (table: ChangesWebhooks, ref: WebhookRef, rest: Omit<Change, 'key'>): Promise<boolean> =>
  (await table.update(unlessDeleted(ref, rest))).done;

type Described = Pick<Webhook, 'url' | 'events' | 'description'>;
export type WebhookFields = { readonly [Field in keyof Described]?: Described[Field] | undefined };

/** Changes the webhook's settings. Changing the URL resets the failure counters. */
export const describeWebhook = (
  table: ChangesWebhooks,
  ref: WebhookRef,
  fields: WebhookFields,
): Promise<boolean> => {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const remove = fields.url === undefined ? '' : ' REMOVE failingSince, lastFailedAt';
  return change(table, ref, assigning(given, remove));
};

const statusName = { '#status': 'status' };

/** Enables a disabled webhook and makes it due, so that its held deliveries restart; false if it was enabled. */
export const enableWebhook = (table: ChangesWebhooks, ref: WebhookRef, now: Date): Promise<boolean> => {
  const due = makeDue(duePrefix, ref.id, later(now, firstSweepMs));
  return change(table, ref, {
    set: `SET #status = :enabled, disabledReason = :none, ${due.set} REMOVE failingSince, lastFailedAt, resumedTo`,
    where: '#status = :disabled',
    names: statusName,
    values: { ...due.values, ':enabled': 'enabled', ':disabled': 'disabled', ':none': null },
  });
};

/**
 * Makes an enabled webhook due, so that its deliveries that failed since then are restarted, too. An earlier time that
 * is not handled yet stays. `unknown` if the webhook is deleted.
 */
export const askForFailed = async (
  table: Pick<Table, 'update'>,
  ref: WebhookRef,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<'asked' | 'disabled' | 'unknown'> => {
  const due = makeDue(duePrefix, ref.id, later(now, firstSweepMs));
  const asking = (set: string, where: string): Change =>
    unlessDeleted(ref, {
      set: `SET ${set}${due.set} REMOVE resumedTo`,
      where: `#status = :enabled AND ${where}`,
      names: statusName,
      values: { ...due.values, ':enabled': 'enabled', ':since': since },
    });
  const asFirst = asking(
    'restartFailedSince = :since, ',
    '(attribute_not_exists(restartFailedSince) OR restartFailedSince > :since)',
  );
  const withEarlier = asking('', 'restartFailedSince <= :since');
  // Before the second try, a worker may have handled the earlier time and removed it; so the first one is tried again.
  for (const attempt of [asFirst, withEarlier, asFirst]) {
    const outcome = await table.update(attempt);
    if (outcome.done) return 'asked';
    if (!isLive(outcome.item)) return 'unknown';
    if (outcome.item['status'] === 'disabled') return 'disabled';
  }
  // In the meantime, another request asked for an earlier time, which includes this one.
  return 'asked';
};

/**
 * The condition that URL and health are still those that the try saw: a late answer says nothing about later changes.
 */
const asSeen = ({ url, failingSince: since }: Webhook) => ({
  where: `#url = :seenUrl AND ${since === undefined ? 'attribute_not_exists(failingSince)' : 'failingSince = :seenSince'}`,
  names: { '#url': 'url' },
  values: { ':seenUrl': url, ...(since !== undefined && { ':seenSince': since }) },
});

/** Disables an enabled webhook; false if it was not enabled, or if its URL or health differs from `seen`. */
export const disableWebhook = (
  table: ChangesWebhooks,
  ref: WebhookRef,
  { reason, seen }: { readonly reason: DisabledReason; readonly seen?: Webhook },
): Promise<boolean> => {
  const same = seen && asSeen(seen);
  return change(table, ref, {
    set: 'SET #status = :disabled, disabledReason = :reason',
    where: `#status = :enabled${same ? ` AND ${same.where}` : ''}`,
    names: { ...statusName, ...same?.names },
    values: { ':enabled': 'enabled', ':disabled': 'disabled', ':reason': reason, ...same?.values },
  });
};

/**
 * Records a failure, and the time since when the webhook fails, unless its URL or health differs from `seen`. So if
 * several failures happen at once, the first one that is recorded sets that time.
 */
export const recordFailure = async (
  table: Pick<Table, 'update'>,
  seen: Webhook,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<void> => {
  const same = asSeen(seen);
  await change(table, seen, {
    ...same,
    set: 'SET failingSince = :since, lastFailedAt = :now',
    values: { ...same.values, ':since': since, ':now': now.toISOString() },
  });
};

/** Clears all failures. */
export const recordSuccess = async (table: Pick<Table, 'update'>, ref: WebhookRef): Promise<void> => {
  await change(table, ref, { set: 'REMOVE failingSince, lastFailedAt' });
};

/** Replaces the secrets, unless a concurrent rotation did. */
export const replaceSecrets = (
  table: ChangesWebhooks,
  seen: Webhook,
  secrets: readonly StoredSecret[],
): Promise<boolean> =>
  change(table, seen, {
    set: 'SET secrets = :secrets, rotations = rotations + :one',
    where: 'rotations = :seen',
    values: { ':secrets': secrets, ':seen': seen.rotations, ':one': 1 },
  });
