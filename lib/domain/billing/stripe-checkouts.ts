import Stripe from 'stripe';
import { AppError } from '#lib/platform/errors.ts';
import { calling, unlessGone } from './calling-stripe.ts';

// The maximum that is listed. Stripe itself closes pages after a day.
const maxPages = 10_000;

const paymentUnderWay = (cause: unknown) =>
  new AppError('invalid_state', 'A checkout is being paid at this moment. Try again in a minute.', { cause });

/** Closes a customer's checkout pages that are still to be paid. */
export const expireCheckoutsOf = (stripe: Stripe) => {
  const { sessions } = stripe.checkout;
  const expire = async (id: string): Promise<void> => {
    try {
      await calling(sessions.expire(id));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // The page may have been paid or closed since it was found.
      if ((await calling(sessions.retrieve(id))).status === 'open') throw paymentUnderWay(error);
    }
  };
  return async (customer: string): Promise<void> => {
    const open = sessions.list({ customer, status: 'open', limit: 100 });
    const found = await unlessGone(open.autoPagingToArray({ limit: maxPages }));
    for (const { id } of found ?? []) await expire(id);
  };
};
