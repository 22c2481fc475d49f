import type { ApiKey } from '../api/types.ts';

/** Per project and mode. Equals the service's limit. */
export const maxActiveKeys = 2;

export const isActive = (
  { revoked_at: revokedAt, expires_at: expiresAt }: ApiKey,
  now = Date.now(),
): boolean => revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);

/** Whether the project has its maximum of active keys in this mode. */
export const isFull = (keys: readonly ApiKey[], mode: ApiKey['mode']): boolean =>
  keys.filter((key) => key.mode === mode && isActive(key)).length >= maxActiveKeys;

/** Sorts active keys before the others, each group newest first. */
export const activeFirst = (a: ApiKey, b: ApiKey): number =>
  Number(isActive(b)) - Number(isActive(a)) || b.created_at.localeCompare(a.created_at);
