import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';

/** An API key as stored: its hash, never its secret. With all 60 slots of the rate limit it must stay below 1 KB. */
export const KeyRecord = z.object({
  projectId: z.string(),
  organizationId: z.string().optional(),
  keyId: z.string(),
  mode: z.enum(['live', 'test']),
  secretHash: z.string().length(64),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** The one item that is not found through its project: it tells which project that is. */
export const keyItemKey = (keyId: string): Key => ({ pk: `key/${keyId}`, sk: 'key' });
