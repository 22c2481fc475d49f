import Stripe from 'stripe';

/** Whether Stripe does not know the customer: it was deleted, or made with a key of the other mode. */
const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  // "id" is the customer of a request for itself.
  (error.param === 'customer' || error.param === 'id');

/** The outcome of a call about a customer; undefined if Stripe does not know the customer any more. */
export const unlessGone = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
};
