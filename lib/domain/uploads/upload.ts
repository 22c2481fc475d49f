import * as z from 'zod';
import type { Change, Key } from '#lib/platform/aws/table.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { dayMs, later } from '#lib/platform/durations.ts';

/** An upload grant as stored: `issued` → `uploaded` (S3 told us) → `consumed` (one job owns it). */
export const Upload = z.object({
  tenant: Tenant,
  id: z.string(),
  status: z.enum(['issued', 'uploaded', 'consumed']),
  fingerprint: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  /** End of the time in which the POST must start. */
  expiresAt: z.iso.datetime(),
  uploadedAt: z.iso.datetime().optional(),
  eTag: z.string().optional(),
  bytes: z.number().int().optional(),
});
export type Upload = z.infer<typeof Upload>;

/** So long a file may be POSTed. */
export const grantMs = 15 * 60 * 1000;

/** The bucket keeps an upload for a day; after that a job from it could only fail. */
export const uploadKeptMs = dayMs;

/** Largest object a grant admits, as the contract states it. */
export const uploadMaxBytes = 500_000_000;

export const uploadItemKey = (tenant: Tenant, id: string): Key => ({
  pk: `${tenant}/${id}`,
  sk: 'upload',
});

/** Takes the upload for one job, once: part of the transaction that creates the job. */
export const consumption = (tenant: Tenant, id: string, now: Date): Change => ({
  key: uploadItemKey(tenant, id),
  set: 'SET #status = :consumed',
  where: '#status = :uploaded AND uploadedAt > :oldest',
  names: { '#status': 'status' },
  values: {
    ':consumed': 'consumed',
    ':uploaded': 'uploaded',
    ':oldest': later(now, -uploadKeptMs).toISOString(),
  },
});
