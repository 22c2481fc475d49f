import type { ApiKey } from '../api/types.ts';

/** As many keys of each kind of a project work at once. */
export const maxWorkingKeys = 2;

export const works = ({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey, now = Date.now()): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);

/** Whether one must be revoked before another key of this kind can be made. */
export const isFull = (keys: readonly ApiKey[], mode: ApiKey['mode']): boolean =>
  keys.filter((key) => key.mode === mode && works(key)).length >= maxWorkingKeys;

/** Those that work before the others, the newest first. */
export const workingFirst = (a: ApiKey, b: ApiKey): number =>
  Number(works(b)) - Number(works(a)) || b.created_at.localeCompare(a.created_at);
