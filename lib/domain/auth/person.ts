import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';

/** What is kept of somebody beside their sessions: the slots of their rate limit, and this. */
export const Person = z.object({
  /** Every session that is not younger than this is over. */
  signedOutAt: z.iso.datetime().optional(),
});

export const personKey = (userId: string): Key => ({ pk: `user/${userId}`, sk: 'user' });
