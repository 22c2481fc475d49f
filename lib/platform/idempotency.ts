import { AppError } from './errors.ts';

/** What a create answers, and whether an earlier request with the same Idempotency-Key made it. */
export type Created<T> = { readonly value: T; readonly replayed: boolean };

/** Throws `idempotency_key_reused` when the fingerprints of the first and the repeated body differ. */
export const assertSameBody = (first: string, repeated: string): void => {
  if (first === repeated) return;
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key.',
  );
};
