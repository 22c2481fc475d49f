import { derivedId, randomId } from '#lib/platform/ids.ts';
import { invalidFields } from './validation.ts';

export const idempotencyKeyMin = 16;
export const idempotencyKeyMax = 255;
// HTTP strips white space at both ends of a header value.
export const idempotencyKeyPattern = new RegExp(
  `^[\\x21-\\x7e][\\x20-\\x7e]{${idempotencyKeyMin - 2},${idempotencyKeyMax - 2}}[\\x21-\\x7e]$`,
);

/** The request's Idempotency-Key. Undefined if it has none. */
export const idempotencyKey = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  const message = `Send ${idempotencyKeyMin} to ${idempotencyKeyMax} printable ASCII characters, without a space at either end.`;
  throw invalidFields([{ path: 'Idempotency-Key', rule: 'length', message }]);
};

/**
 * The id of the object that a request creates. With an Idempotency-Key, it is derived from owner (project, organization
 * or user), route and key, so a repeated request gets the same id. Without one, the id is random.
 */
export const idFor = (
  prefix: string,
  scope: { owner: string; route: string; key: string | undefined },
): string =>
  scope.key === undefined ? randomId(prefix) : derivedId(prefix, [scope.owner, scope.route, scope.key]);
