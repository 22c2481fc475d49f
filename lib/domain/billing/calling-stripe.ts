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
