import type { Change, Table, Write } from '#lib/platform/aws/table.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { addMember, removeMember } from '#lib/platform/limits/id-set.ts';
import { jobWebhookOf, organizationWebhooksOf, webhooksOf } from '#lib/platform/limits/id-sets.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { type OwnedRef, Webhook, webhookKey, type WebhookRef } from './webhook.ts';
import { exists, isLive } from './webhook-repository.ts';

export type AddOutcome =
  /** `has_one`: the project has its one webhook without an address. `refused`: a further write was. */
  | { readonly kind: 'added' | 'deleted' | 'has_one' | 'refused' }
  | { readonly kind: 'full'; readonly of: 'project' | 'organization'; readonly max: number }
  | { readonly kind: 'exists'; readonly webhook: Webhook };

/** Takes one of the places of the project; for a webhook without an address, also the only place of that kind. */
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
  /** Further writes of the same transaction. */
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
  const [taken, place, placeTogether] = outcome.reasons;
  if (taken?.refused)
    return isLive(taken.item) ? { kind: 'exists', webhook: Webhook.parse(taken.item) } : { kind: 'deleted' };
  if (webhook.url === null && place?.item?.[jobWebhookOf(tenant).name] !== undefined)
    return { kind: 'has_one' };
  if (place?.refused) return { kind: 'full', of: 'project', max };
  return placeTogether?.refused
    ? { kind: 'full', of: 'organization', max: maxTogether }
    : { kind: 'refused' };
};

/** `gone` if it was deleted earlier, for as long as that is stored. */
type RemoveOutcome = 'removed' | 'gone' | 'unknown';

/** Deletes the webhook with its secrets. Pending deliveries then fail; held ones stay held until they expire. */
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
