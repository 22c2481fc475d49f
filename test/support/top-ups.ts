import { expect } from 'vitest';
import { createHandler } from '#functions/workers/buy-top-ups.ts';
import type { BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import type { CardCharge, ChargeOutcome } from '#lib/domain/billing/charge-attempt.ts';
import { mailTopUpStop } from '#lib/domain/billing/mail-top-up-stop.ts';
import { payersOf } from '#lib/domain/organizations/members/payers.ts';
import type { SendMail } from '#lib/platform/aws/mail.ts';
import { later, minuteMs } from '#lib/platform/durations.ts';
import { aboutOrganization } from './console-ask.ts';
import type { Customer, FunctionWorld } from './function-world.ts';
import { lambdaContext } from './http-event.ts';

const billing = '/api/platform/v1/organizations/{organization_id}/billing';
const card = { id: 'pm_1', brand: 'visa', last4: '4242' };

/** Finds the saved card after something else has happened. */
export const cardAfter =
  (happens: () => Promise<unknown>): BuyTopUpsDeps['cardOf'] =>
  async () => {
    await happens();
    return card;
  };

export const paid = (paymentId: string): ChargeOutcome => ({ kind: 'paid', paymentId });

/** A payment provider that keeps the outcome of each key. */
export const aBank = (outcomeOf: (charge: CardCharge) => ChargeOutcome | Error = () => paid('pi_1')) => {
  const charges: CardCharge[] = [];
  const outcomes = new Map<string, ChargeOutcome>();
  const chargeCard: BuyTopUpsDeps['chargeCard'] = async (charge) => {
    charges.push(charge);
    const outcome = outcomes.get(charge.idempotencyKey) ?? outcomeOf(charge);
    if (outcome instanceof Error) throw outcome;
    outcomes.set(charge.idempotencyKey, outcome);
    return outcome;
  };
  return { charges, chargeCard };
};

type SweepDeps = Partial<BuyTopUpsDeps & { sendMail: SendMail }> & Pick<BuyTopUpsDeps, 'chargeCard'>;

/**
 * The requests of a customer, and the sweep that buys top-ups. Each customer has $10. The pack costs $19.99 and credits $23.
 */
export const topUpsIn = (place: () => { readonly world: FunctionWorld; readonly customer: Customer }) => ({
  order: async (below: string | null): Promise<void> => {
    const { world, customer } = place();
    const ask = aboutOrganization(customer);
    const pack = { price_id: 'price_pack' };
    await world.call(`POST ${billing}/checkout`, { ...ask, body: { kind: 'credit_pack', ...pack } });
    const body = { auto_top_up: below === null ? null : { ...pack, below_usd: below } };
    expect((await world.call(`PATCH ${billing}/auto-top-up`, { ...ask, body })).status).toBe(200);
  },
  read: async () => {
    const { world, customer } = place();
    return (await world.call(`GET ${billing}`, aboutOrganization(customer))).body;
  },
  sweep: async ({ sendMail, ...deps }: SweepDeps, ms = minuteMs): Promise<void> => {
    const { world } = place();
    const { table } = world;
    world.clock.now = later(world.clock.now, ms);
    const mailing = {
      payersOf: payersOf(table),
      origin: world.deps.origin,
      sendMail: sendMail ?? world.deps.sendMail,
    };
    const usual: Pick<BuyTopUpsDeps, 'cardOf' | 'findCharge' | 'notifyStop'> = {
      cardOf: async () => card,
      findCharge: async () => undefined,
      notifyStop: (stop) => mailTopUpStop(mailing, stop),
    };
    await createHandler({ ...world.deps, ...usual, ...deps })({}, lambdaContext);
  },
});
