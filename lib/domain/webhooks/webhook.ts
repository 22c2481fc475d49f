import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { subscribable, type WebhookEvent } from './event.ts';
import { Tenant } from '#lib/platform/tenant.ts';

/** A signing secret as stored: encrypted for this one webhook. */
export const StoredSecret = z.object({
  ciphertext: z.string(),
  hint: z.string(),
  createdAt: z.iso.datetime(),
  /** Set by the rotation that replaced it; until then it signs too. */
  expiresAt: z.iso.datetime().nullable(),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

export const disabledReasons = ['requested', 'failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A signed webhook destination of a project. */
export const Webhook = z.object({
  tenant: Tenant,
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(subscribable)),
  description: z.string(),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(disabledReasons).nullable(),
  createdAt: z.iso.datetime(),
  /** Newest first. */
  secrets: z.array(StoredSecret),
  /** Counts rotations, so that of two at one time one is refused. */
  rotations: z.number().int(),
  /** SHA-256 of the request that registered it, to tell a replay from a reused Idempotency-Key. */
  fingerprint: z.string(),
  /** The first failure since the last success, and about the last one. */
  failingSince: z.iso.datetime().optional(),
  lastFailedAt: z.iso.datetime().optional(),
});
export type Webhook = z.infer<typeof Webhook>;

export type WebhookRef = { readonly tenant: Tenant; readonly id: string };
/** With the organization that the project belongs to. */
export type OwnedRef = WebhookRef & { readonly organizationId: string };

/** All webhooks of a project lie together: whoever makes deliveries reads them at once. */
export const webhooksPk = (tenant: Tenant): string => `${tenant}/webhooks`;
export const webhookKey = ({ tenant, id }: WebhookRef): Key => ({ pk: webhooksPk(tenant), sk: id });

/** Whether the webhook is to hear of the event. A disabled one is: it catches up when it is enabled again. */
export const isSubscribed = (webhook: Webhook, event: WebhookEvent): boolean =>
  event.webhookId === undefined
    ? webhook.events.some((type) => type === event.type)
    : event.webhookId === webhook.id;

/** So many secrets sign at a time. More signatures make a header that receivers may refuse. */
export const maxSecrets = 5;

/** The secrets that sign at this instant. */
export const signingSecrets = ({ secrets }: Webhook, now: Date): readonly StoredSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now);
