import { AppError } from './errors.ts';

/** The result of a create. `replayed` is true if an earlier request with the same Idempotency-Key made it. */
export type Created<T> = { readonly value: T; readonly replayed: boolean };

/** Throws `idempotency_key_reused` if the fingerprints of the two bodies differ. */
export const assertSameBody = (first: string, repeated: string): void => {
  if (first === repeated) return;
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used with another body. Use a new key.',
  );
};

/** The answer to the replay of a create whose result was deleted. `what` is a noun, such as "project". */
export const createdThenDeleted = (what: string): AppError =>
  new AppError('invalid_state', `The ${what} created with this Idempotency-Key was deleted. Use a new key.`);
