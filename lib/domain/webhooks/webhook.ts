import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { subscribable, type WebhookEvent } from './event.ts';
import { Tenant } from '#lib/platform/tenant.ts';

/** A signing secret as stored, encrypted for its webhook. */
export const StoredSecret = z.object({
  ciphertext: z.string(),
  hint: z.string(),
  createdAt: z.iso.datetime(),
  /** Set when a rotation replaces the secret. Until then the secret also signs. */
  expiresAt: z.iso.datetime().nullable(),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

export const disabledReasons = ['requested', 'failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A signed webhook destination of a project. */
export const Webhook = z.object({
  tenant: Tenant,
  id: z.string(),
  /** Null for the one webhook of a tenant that signs what jobs and sessions send to their own `webhookUrl`. */
  url: z.string().nullable(),
  events: z.array(z.enum(subscribable)),
  description: z.string(),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(disabledReasons).nullable(),
  createdAt: z.iso.datetime(),
  /** Newest first. */
  secrets: z.array(StoredSecret),
  /** The number of rotations. It serves to refuse one of two concurrent rotations. */
  rotations: z.int(),
  /** SHA-256 of the registering request, to distinguish a replay from a reused Idempotency-Key. */
  fingerprint: z.string(),
  /** Times of the first failure since the last success, and of a recent one. */
  failingSince: z.iso.datetime().optional(),
  lastFailedAt: z.iso.datetime().optional(),
  /** Set while a worker must also restart deliveries that have failed since this time. */
  restartFailedSince: z.iso.datetime().optional(),
  /** The delivery after which a worker continues the restart. */
  resumedTo: z.string().optional(),
});
export type Webhook = z.infer<typeof Webhook>;

export type WebhookRef = { readonly tenant: Tenant; readonly id: string };
/** A webhook with the project's organization. Null for a project without one. */
export type OwnedRef = WebhookRef & { readonly organizationId: string | null };

export const webhooksPk = (tenant: Tenant): string => `${tenant}/webhooks`;
export const webhookKey = ({ tenant, id }: WebhookRef): Key => ({ pk: webhooksPk(tenant), sk: id });

/** Whether the webhook receives the event. A disabled webhook also receives it, when it is enabled. */
export const isSubscribed = (webhook: Webhook, event: WebhookEvent): boolean => {
  const hasAddress = webhook.url !== null || event.webhookUrl !== undefined;
  return hasAddress && webhook.events.some((type) => type === event.type);
};

/** Maximum number of signing secrets. More signatures make a header that receivers may refuse. */
export const maxSecrets = 5;

/** The secrets that sign at this instant. */
export const signingSecrets = ({ secrets }: Webhook, now: Date): readonly StoredSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now);
