import { keyItemKey, type KeyRecord } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import {
  hasExpired,
  keyList,
  leavePlace,
  placesIn,
  ProjectKey,
  projectKeyKey,
  type ProjectKeyRef,
  takePlace,
} from './project-key.ts';

export type PutKeyOutcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'exists'; readonly key: ProjectKey }
  /** Those that hold the places. */
  | { readonly kind: 'too_many'; readonly ids: readonly string[] };

/** Keeps a key, what it is checked against and its place among the live ones: all or nothing. */
export const putKey = async (
  table: Pick<Table, 'transact'>,
  key: ProjectKey,
  record: KeyRecord,
): Promise<PutKeyOutcome> => {
  const where = 'attribute_not_exists(pk)';
  const outcome = await table.transact([
    { put: { ...key, ...projectKeyKey(key) }, where },
    { update: takePlace(key) },
    { put: { ...record, ...keyItemKey(record.keyId) }, where },
    { put: { ...key, ...rowKey(keyList(key.projectId), key) }, where },
  ]);
  if (outcome.done) return { kind: 'kept' };
  const [existing, places] = outcome.reasons;
  if (existing?.refused) return { kind: 'exists', key: ProjectKey.parse(existing.item) };
  return { kind: 'too_many', ids: placesIn(places?.item) };
};

/** Gives back the places of those keys that have expired; whether there were any. */
export const freeExpiredPlaces = async (
  table: Pick<Table, 'get' | 'update'>,
  refs: readonly ProjectKeyRef[],
  now: Date,
): Promise<boolean> => {
  const keys = await Promise.all(refs.map((ref) => findKey(table, ref)));
  const expired = keys.flatMap((key) => (key && hasExpired(key, now) ? [key] : []));
  for (const key of expired) await table.update(leavePlace(key));
  return expired.length > 0;
};

export const findKey = async (
  table: Pick<Table, 'get'>,
  ref: ProjectKeyRef,
): Promise<ProjectKey | undefined> => {
  const item = await table.get(projectKeyKey(ref));
  return item && ProjectKey.parse(item);
};

/** Marks the key as revoked wherever it is kept; false, if it was already. */
export const markRevoked = async (
  table: Pick<Table, 'transact'>,
  key: ProjectKey,
  now: Date,
): Promise<boolean> => {
  const set = 'SET revokedAt = :now';
  const values = { ':now': now.toISOString() };
  const where = 'attribute_exists(pk) AND attribute_not_exists(revokedAt)';
  const { done } = await table.transact([
    { update: { key: projectKeyKey(key), set, where, values } },
    { update: { key: keyItemKey(key.keyId), set, where, values } },
    { update: { key: rowKey(keyList(key.projectId), key), set, where, values } },
    { update: leavePlace(key) },
  ]);
  return done;
};
