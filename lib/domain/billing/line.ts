import * as z from 'zod';

/** A line of an organization's ledger, as stored. */
export const Line = z.object({
  id: z.string(),
  kind: z.enum(['credit', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
  amountMicroUsd: z.int(),
  paymentId: z.string().optional(),
  /** The amount that was paid for a credit. */
  paidCents: z.int().optional(),
  createdAt: z.string(),
});
export type Line = z.infer<typeof Line>;
