import * as z from 'zod';
import type { Change, Key } from '#lib/platform/aws/table.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { KeptPlan } from '#lib/speech/audio/parts/plan.ts';
import { dayMs, later, minuteMs } from '#lib/platform/durations.ts';

/** `issued` → `uploaded` (reported by S3) → `consumed` (used by one job or file). */
export const uploadStatuses = ['issued', 'uploaded', 'consumed'] as const;

/** How the bytes with this ETag are cut. */
const UploadPlan = z.object({ eTag: z.string(), how: KeptPlan });
export type UploadPlan = z.infer<typeof UploadPlan>;

/** An upload grant as stored. */
export const Upload = z.object({
  tenant: Tenant,
  id: z.string(),
  status: z.enum(uploadStatuses),
  fingerprint: z.string(),
  contentType: z.string(),
  sizeBytes: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /** The POST must start before this. */
  expiresAt: z.iso.datetime(),
  uploadedAt: z.iso.datetime().optional(),
  eTag: z.string().optional(),
  bytes: z.int().optional(),
  /** Made when the bytes arrived. Other bytes may have replaced them since then. */
  plan: UploadPlan.optional(),
  /** How many arrivals were recorded. A grant accepts any number of POSTs until it expires. */
  arrivals: z.int().optional(),
  /** The job or file that consumed it. */
  usedBy: z.string().optional(),
});
export type Upload = z.infer<typeof Upload>;

/** Time to POST the file. */
export const grantMs = 15 * minuteMs;

/** The bucket deletes an upload after a day, so a later job could only fail. */
export const uploadKeptMs = dayMs;

/** The largest object that a grant accepts, by the contract. */
export const uploadMaxBytes = 500_000_000;

export const uploadItemKey = (tenant: Tenant, id: string): Key => ({
  pk: `${tenant}/${id}`,
  sk: 'upload',
});

type Use = { readonly uploadId: string; readonly usedBy: string };

/** Consumes the upload for one job or file. Part of the transaction that creates it. */
export const consumption = (tenant: Tenant, { uploadId, usedBy }: Use, now: Date): Change => ({
  key: uploadItemKey(tenant, uploadId),
  set: 'SET #status = :consumed, usedBy = :usedBy',
  where: '#status = :uploaded AND uploadedAt > :oldest',
  names: { '#status': 'status' },
  values: {
    ':consumed': 'consumed',
    ':usedBy': usedBy,
    ':uploaded': 'uploaded',
    ':oldest': later(now, -uploadKeptMs).toISOString(),
  },
});
