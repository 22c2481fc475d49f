import * as z from 'zod';
import type { Change, Key } from '#lib/aws/table.ts';
import { windowMs } from '#lib/limits/rate-window.ts';

/** An API key as stored: its hash, never its secret. */
export const KeyRecord = z.object({
  projectId: z.string(),
  organizationId: z.string().optional(),
  keyId: z.string(),
  mode: z.enum(['live', 'test']),
  secretHash: z.string().length(64),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().optional(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** The one item that is not found through its project: it tells which project that is. */
export const keyItemKey = (keyId: string): Key => ({ pk: `key/${keyId}`, sk: 'key' });

/** Takes one slot for a request at `now`, if it is free, the secret is that of the key and the key is live. */
export const slotTaking = (
  keyId: string,
  secretHash: string,
  taking: { slot: number; now: number },
): Change => ({
  key: keyItemKey(keyId),
  set: `SET s${taking.slot} = :now`,
  where: `secretHash = :hash AND attribute_not_exists(revokedAt) AND
    (attribute_not_exists(s${taking.slot}) OR s${taking.slot} <= :cutoff)`,
  values: { ':now': taking.now, ':cutoff': taking.now - windowMs, ':hash': secretHash },
});
