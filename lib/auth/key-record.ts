import * as z from 'zod';
import type { Key } from '#lib/aws/table.ts';

/** An API key as stored: its hash, never its secret. */
export const KeyRecord = z.object({
  projectId: z.string(),
  keyId: z.string(),
  mode: z.enum(['live', 'test']),
  secretHash: z.string().length(64),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** The one item that is not found through its project: it tells which project that is. */
export const keyItemKey = (keyId: string): Key => ({ pk: `key/${keyId}`, sk: 'key' });
