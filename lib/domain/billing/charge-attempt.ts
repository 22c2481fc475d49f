import { hourMs, later, minuteMs } from '#lib/platform/durations.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { ourMetadata } from './payment-event.ts';
import type { Attempt } from './top-up.ts';

// Stripe forgets an idempotency key after a day. Until then a repeated call cannot buy twice.
const maxAttemptMs = 12 * hourMs;
// Stripe repeats its first answer to an idempotency key, even if that was an unclear failure. So a new key is used after
// this time.
const keyMs = 10 * minuteMs;
// There are no attempts in the second half of that time, so that a payment under the previous key is found, however late
// it was made.
const tryMs = keyMs / 2;

export type CardCharge = {
  readonly customerId: string;
  readonly cardId: string;
  readonly cents: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
};

/** The charge to look for at the payment provider. */
export type MadeCharge = {
  readonly customerId: string;
  readonly organizationId: string;
  readonly number: number;
  readonly begunAt: string;
};

/** A refused charge costs nothing. A charge that is `under_way` is settled later. */
export type ChargeOutcome =
  | { readonly kind: 'paid'; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly reason: 'declined' | 'authentication_required' }
  | { readonly kind: 'under_way' };

export type ChargeAttemptDeps = {
  /** A repeated call with the same key has the outcome of the first one. Rejects while the outcome is unknown. */
  readonly chargeCard: (charge: CardCharge) => Promise<ChargeOutcome>;
  /** The outcome of the charge for an attempt; undefined if nothing was charged. */
  readonly findCharge: (charge: MadeCharge) => Promise<ChargeOutcome | undefined>;
  readonly now: () => Date;
};

type Charged = {
  readonly organizationId: string;
  readonly attempt: Attempt;
  /** Whether the attempt was tried before, so that it may have been charged already. */
  readonly isRepeated: boolean;
};

/** Charges the card for an attempt once, however often it is called. Undefined if the outcome remains unknown. */
export const chargeAttempt = async (
  { chargeCard, findCharge, now }: ChargeAttemptDeps,
  { organizationId, attempt, isRepeated }: Charged,
): Promise<ChargeOutcome | undefined> => {
  const { number, customerId, card, priceId, paidCents, begunAt } = attempt;
  const made = isRepeated ? await findCharge({ customerId, organizationId, number, begunAt }) : undefined;
  if (made && made.kind !== 'under_way') return made;
  if (now() >= later(begunAt, maxAttemptMs)) return undefined;
  const passedMs = now().getTime() - new Date(begunAt).getTime();
  if (made || passedMs % keyMs >= tryMs) return { kind: 'under_way' };
  const keys = Math.floor(passedMs / keyMs);
  return chargeCard({
    customerId,
    cardId: card.id,
    cents: paidCents,
    metadata: { ...ourMetadata(organizationId, priceId), top_up: String(number) },
    idempotencyKey: derivedId('top', [organizationId, String(number), String(keys)]),
  });
};
