import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { subscribable, type WebhookEvent } from './event.ts';
import { Tenant } from '#lib/platform/tenant.ts';

/** A signing secret as stored: encrypted for this one endpoint. */
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
export const WebhookEndpoint = z.object({
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
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export type EndpointRef = { readonly tenant: Tenant; readonly id: string };
/** With the organization that the project belongs to. */
export type OwnedRef = EndpointRef & { readonly organizationId: string };

/** All endpoints of a project lie together: whoever makes deliveries reads them at once. */
export const endpointsOf = (tenant: Tenant): string => `${tenant}/webhooks`;
export const endpointKey = ({ tenant, id }: EndpointRef): Key => ({ pk: endpointsOf(tenant), sk: id });

/** Whether the endpoint is to hear of the event. A disabled one is: it catches up when it is enabled again. */
export const isSubscribed = (endpoint: WebhookEndpoint, event: WebhookEvent): boolean =>
  event.endpointId === undefined
    ? endpoint.events.some((type) => type === event.type)
    : event.endpointId === endpoint.id;

/** So many secrets sign at a time. More signatures make a header that receivers may refuse. */
export const maxSecrets = 5;

/** The secrets that sign at this instant. */
export const signingSecrets = ({ secrets }: WebhookEndpoint, now: Date): readonly StoredSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now);
