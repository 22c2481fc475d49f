import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { Mode } from '#lib/platform/tenant.ts';

/**
 * An API key as stored: its hash, never its secret. Below 1 KB with the default of 60 slots; a write costs one more unit for
 * each further KB.
 */
export const KeyRecord = z.object({
  projectId: z.string(),
  organizationId: z.string().optional(),
  keyId: z.string(),
  mode: Mode,
  secretHash: z.string().length(64),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** Whether the key has expired. Compares times as text, as the table does. */
export const hasExpired = ({ expiresAt }: Pick<KeyRecord, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && expiresAt <= now.toISOString();

/** The only item that is not found through its project: it tells which project a key belongs to. */
export const keyItemKey = (keyId: string): Key => ({ pk: `key/${keyId}`, sk: 'key' });
