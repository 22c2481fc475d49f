import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';

/** A person's item, beside the slots of their rate limit. */
export const Person = z.object({
  /** Ends all sessions that began at or before this time. */
  signedOutAt: z.iso.datetime().optional(),
});

export const personKey = (userId: string): Key => ({ pk: `user/${userId}`, sk: 'user' });
