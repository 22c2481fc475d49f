import { derivedId, randomId } from '#lib/platform/ids.ts';
import { invalidFields } from './validation.ts';

export const idempotencyKeyMin = 16;
export const idempotencyKeyMax = 255;
// HTTP strips the blanks at both ends of a header.
export const idempotencyKeyPattern = new RegExp(
  `^[\\x21-\\x7e][\\x20-\\x7e]{${idempotencyKeyMin - 2},${idempotencyKeyMax - 2}}[\\x21-\\x7e]$`,
);

/** The request's Idempotency-Key, or undefined when it has none. */
export const idempotencyKey = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  const message = `Send ${idempotencyKeyMin} to ${idempotencyKeyMax} printable ASCII characters, without a space at either end.`;
  throw invalidFields([{ path: 'Idempotency-Key', rule: 'length', message }]);
};

/**
 * The id of what a request creates: always the same one for an owner (the project, organization or user it will belong
 * to), route and key, a fresh one without a key.
 */
export const idFor = (
  prefix: string,
  scope: { owner: string; route: string; key: string | undefined },
): string =>
  scope.key === undefined ? randomId(prefix) : derivedId(prefix, [scope.owner, scope.route, scope.key]);
