import { AppError } from './errors.ts';

/** Refuses a key that comes again with another body; both are told by their fingerprints. */
export const assertSameBody = (first: string, again: string): void => {
  if (first === again) return;
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key.',
  );
};
