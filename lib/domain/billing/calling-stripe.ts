import Stripe from 'stripe';
import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';

const retryAfterSeconds = 10;

const translated = (error: unknown): unknown => {
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    const message = 'This Idempotency-Key was used with another body. Use a new key.';
    return new AppError('idempotency_key_reused', message, { cause: error });
  }
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // 409: another request uses the same idempotency key at this moment.
    (error instanceof Stripe.errors.StripeError &&
      (error.statusCode === 409 || (error.statusCode ?? 0) >= 500));
  if (!isOutage) return error;
  log.error('payment.provider_failed', error);
  return new AppError(
    'service_unavailable',
    'The payment provider does not respond. Try again in a few seconds.',
    {
      cause: error,
      headers: { 'retry-after': String(retryAfterSeconds) },
    },
  );
};

/** The outcome of a call of Stripe. Throws `service_unavailable` when Stripe does not respond. */
export const calling = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw translated(error);
  }
};

/** Whether Stripe does not know the customer: it was deleted, or made with a key of the other mode. */
const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  // "id" is the customer of a request for itself.
  (error.param === 'customer' || error.param === 'id');

/** `calling` for a call about a customer: undefined if Stripe does not know the customer any more. */
export const unlessGone = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await calling(call);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
};
